<?php
// Installs the test site: php install.php FOLDER [plugin]
define( 'WP_INSTALLING', true );
$_SERVER['HTTP_HOST'] = 'example.org';
require $argv[1] . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install( 'Test', 'owner', 'owner@example.org', true, '', 'a password of the test' );
if ( isset( $argv[2] ) ) {
	require_once ABSPATH . 'wp-admin/includes/plugin.php';
	activate_plugin( 'site-traffic/site-traffic.php' );
	update_option( 'site_traffic_settings', array( 'address_from' => getenv( 'ADDRESS_FROM' ) ) );
}

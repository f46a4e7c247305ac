<?php
// What the test site is told by its environment.
define( 'DB_NAME', getenv( 'WP_DATABASE' ) );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:' . getenv( 'WP_SOCKET' ) );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'WP_DEBUG', false );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'WP_HTTP_BLOCK_EXTERNAL', false );
define( 'WP_HOME', 'http://example.org' );
define( 'WP_SITEURL', 'http://example.org' );
foreach ( array( 'URL', 'SITE', 'KEY' ) as $name ) {
	if ( getenv( "SITE_TRAFFIC_$name" ) ) {
		define( "SITE_TRAFFIC_$name", getenv( "SITE_TRAFFIC_$name" ) );
	}
}
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';

<?php
// Prints the settings page as its owner sees it: php settings-page.php FOLDER
$_SERVER['HTTP_HOST']      = 'example.org';
$_SERVER['HTTP_X_VARNISH'] = '1';
require $argv[1] . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/admin.php';
wp_set_current_user( 1 );
Site_Traffic_Settings_Page::show();

<?php
// Does what WP-Cron does once a minute: php send.php FOLDER
define( 'DOING_CRON', true );
$_SERVER['HTTP_HOST'] = 'example.org';
require $argv[1] . '/wp-load.php';
do_action( 'site_traffic_send' );

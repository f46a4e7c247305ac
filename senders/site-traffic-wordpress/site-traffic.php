<?php
/**
 * Plugin Name: Site Traffic
 * Description: Reports each request that WordPress serves to Site Traffic Analytics: which AI bots come, and which visitors AI products send.
 * Version: 1.0.0
 * Requires at least: 5.8
 * Requires PHP: 7.4
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain: site-traffic
 *
 * @package SiteTraffic
 */

defined( 'ABSPATH' ) || exit;

foreach ( array( 'settings', 'request', 'spool', 'problems', 'delivery', 'caches', 'settings-page' ) as $site_traffic_part ) {
	require __DIR__ . "/includes/class-site-traffic-$site_traffic_part.php";
}

/** Events of WP-Cron that send what the spool holds. */
const SITE_TRAFFIC_CRON = 'site_traffic_send';

register_activation_hook( __FILE__, array( 'Site_Traffic_Spool', 'create_table' ) );
register_deactivation_hook(
	__FILE__,
	static function () {
		wp_clear_scheduled_hook( SITE_TRAFFIC_CRON );
	}
);

add_filter(
	'cron_schedules', // phpcs:ignore WordPress.WP.CronInterval -- a minute is what visitors of the dashboard expect.
	static function ( $schedules ) {
		$schedules['site_traffic_minute'] = array(
			'interval' => MINUTE_IN_SECONDS,
			'display'  => 'Site Traffic',
		);
		return $schedules;
	}
);
add_action(
	'init',
	static function () {
		if ( ! wp_next_scheduled( SITE_TRAFFIC_CRON ) ) {
			wp_schedule_event( time(), 'site_traffic_minute', SITE_TRAFFIC_CRON );
		}
	}
);
add_action( SITE_TRAFFIC_CRON, array( 'Site_Traffic_Delivery', 'send_all' ) );
add_action( 'admin_menu', array( 'Site_Traffic_Settings_Page', 'add' ) );
add_action( 'admin_post_site_traffic_save', array( 'Site_Traffic_Settings_Page', 'save' ) );
add_action( 'admin_post_site_traffic_test', array( 'Site_Traffic_Settings_Page', 'test' ) );
add_filter(
	'wpmu_drop_tables', // A site that is deleted from a network takes its table along.
	static function ( $tables ) {
		$tables[] = Site_Traffic_Spool::table();
		return $tables;
	}
);

// What runs for WordPress itself is no visit. Cron would report itself once a minute.
if ( ! wp_doing_cron() && 'cli' !== PHP_SAPI ) {
	$site_traffic_request = Site_Traffic_Request::read( Site_Traffic_Settings::address_from() );
	// A function of PHP and not the hook: it runs after exit and fatal errors too. It registers another one, which runs
	// after those of all plugins: what they print belongs to the answer, too.
	register_shutdown_function(
		static function () use ( $site_traffic_request ) {
			register_shutdown_function( array( 'Site_Traffic_Delivery', 'after_answer' ), $site_traffic_request );
		}
	);
}

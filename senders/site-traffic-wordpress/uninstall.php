<?php
/**
 * Removes all that the plugin has stored.
 *
 * @package SiteTraffic
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/** Removes it from the current site. */
function site_traffic_remove() {
	global $wpdb;
	// phpcs:disable WordPress.DB -- also those that count what was lost, whose names end with a reason.
	$like  = $wpdb->esc_like( 'site_traffic_' ) . '%';
	$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s", $like ) );
	array_map( 'delete_option', $names );
	delete_transient( 'site_traffic_test' );
	wp_clear_scheduled_hook( 'site_traffic_send' );
	$wpdb->query( "DROP TABLE IF EXISTS {$wpdb->prefix}site_traffic_spool" );
	// phpcs:enable
}

if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $site_traffic_site ) {
		switch_to_blog( $site_traffic_site );
		site_traffic_remove();
		restore_current_blog();
	}
} else {
	site_traffic_remove();
}

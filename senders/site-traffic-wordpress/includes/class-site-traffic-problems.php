<?php
/**
 * What goes wrong, and what is lost by it.
 *
 * @package SiteTraffic
 */

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.DB.DirectDatabaseQuery -- a number that many processes add to cannot come from a cache.

/** Says problems in the log of PHP, and counts the requests that were lost by each. */
final class Site_Traffic_Problems {
	const SAID = 'site_traffic_said';
	const LOST = 'site_traffic_lost_';
	/** These last until somebody does something about them. */
	const HOURLY = array( 'REFUSED', 'LIMIT_EXCEEDED', 'NOT_CONFIGURED' );

	/**
	 * Says a problem: at most once a minute, or once an hour, with how many requests were lost by it so far.
	 *
	 * @param string $code    Of the problem.
	 * @param string $message For people.
	 * @param int    $lost    How many requests were lost now.
	 */
	public static function say( $code, $message, $lost = 0 ) {
		if ( $lost > 0 ) {
			self::count( $code, $lost );
		}
		$said  = get_option( self::SAID, array() );
		$said  = is_array( $said ) ? $said : array();
		$pause = in_array( $code, self::HOURLY, true ) ? HOUR_IN_SECONDS : MINUTE_IN_SECONDS;
		if ( time() - ( $said[ $code ] ?? 0 ) < $pause ) {
			return;
		}
		update_option( self::SAID, array( $code => time() ) + $said, false );
		$total = self::lost()[ $code ] ?? 0;
		// phpcs:ignore WordPress.PHP.DevelopmentFunctions -- the log of PHP is where hosts show what is wrong.
		error_log( 'site-traffic: ' . self::shown( $message ) . ( $total > 0 ? "; requests lost so far: $total" : '' ) );
	}

	/**
	 * A message as one line that is not long, without the key, whoever has written it.
	 *
	 * @param string $message Of the service, or of WordPress.
	 */
	public static function shown( $message ) {
		$key     = Site_Traffic_Settings::get( 'key' );
		$message = '' === $key ? $message : str_replace( $key, '***', $message );
		return substr( preg_replace( '/[\x00-\x1f\x7f]+/', ' ', $message ), 0, 500 );
	}

	/** How many requests were lost, by the code of the problem. */
	public static function lost() {
		global $wpdb;
		$rows = $wpdb->get_results(
			$wpdb->prepare( "SELECT option_name, option_value FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( self::LOST ) . '%' )
		);
		$lost = array();
		foreach ( (array) $rows as $row ) {
			$lost[ substr( $row->option_name, strlen( self::LOST ) ) ] = (int) $row->option_value;
		}
		return $lost;
	}

	/**
	 * Adds in one step: many processes may lose requests at the same time.
	 *
	 * @param string $code Of the problem.
	 * @param int    $lost How many requests.
	 */
	private static function count( $code, $lost ) {
		global $wpdb;
		$wpdb->query(
			$wpdb->prepare(
				"INSERT INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %d, 'no')
				ON DUPLICATE KEY UPDATE option_value = option_value + %d",
				self::LOST . $code,
				$lost,
				$lost
			)
		);
	}
}

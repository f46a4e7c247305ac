<?php
/**
 * The requests that were not sent yet, in a table of the site's database.
 *
 * @package SiteTraffic
 */

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.DB.DirectDatabaseQuery, WordPress.DB.PreparedSQL -- the table is ours, and nothing of it may be cached.

/**
 * Not a file: web servers serve what is in the folder for uploads, and hosts have several machines. Pages only insert, a row each.
 * Only the process that sends, one at a time, changes and deletes rows. It names them by the primary key, but the database may
 * scan and lock more of the table for a moment.
 */
final class Site_Traffic_Spool {
	const MAX_HELD    = 10000;
	const BATCH_LINES = 500;
	/** The limit of the service for one request. */
	const BATCH_BYTES = 1048576;
	/** Says that the table is there, in the form of this version. */
	const TABLE_OPTION  = 'site_traffic_table';
	const TABLE_VERSION = '1';

	/** The name of the table. */
	public static function table() {
		global $wpdb;
		return $wpdb->prefix . 'site_traffic_spool';
	}

	/** Makes the table. A row is a request; once it was put into a batch it has the key of that, and `since` is the time of it. */
	public static function create_table() {
		global $wpdb;
		$table = self::table();
		$wpdb->query(
			"CREATE TABLE IF NOT EXISTS $table (
				id bigint(20) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
				batch char(36) DEFAULT NULL,
				since bigint(20) unsigned NOT NULL,
				line mediumtext NOT NULL
			) ENGINE=InnoDB {$wpdb->get_charset_collate()}"
		);
		update_option( self::TABLE_OPTION, self::TABLE_VERSION );
	}

	/**
	 * Does something with the table, which is made first in a site that has none: activating the plugin for a network makes
	 * only one. No error of the database is shown or logged: it would hold what visitors sent.
	 *
	 * @param callable $work What to do.
	 */
	public static function quietly( callable $work ) {
		global $wpdb;
		$was = $wpdb->suppress_errors();
		try {
			if ( self::TABLE_VERSION !== get_option( self::TABLE_OPTION ) ) {
				self::create_table();
			}
			return $work();
		} finally {
			$wpdb->suppress_errors( $was );
		}
	}

	/** Whether it holds no more: the distance of two numbers is known without counting. */
	public static function is_full() {
		global $wpdb;
		$table = self::table();
		return (int) $wpdb->get_var( "SELECT MAX(id) - MIN(id) + 1 FROM $table" ) >= self::MAX_HELD;
	}

	/** How many requests are held. */
	public static function count() {
		global $wpdb;
		$table = self::table();
		return (int) $wpdb->get_var( "SELECT COUNT(*) FROM $table" );
	}

	/**
	 * Holds a request; false if the database does not.
	 *
	 * @param string $line A request as JSON.
	 */
	public static function hold( $line ) {
		global $wpdb;
		$table = self::table();
		return 1 === $wpdb->query( $wpdb->prepare( "INSERT INTO $table (since, line) VALUES (%d, %s)", time(), $line ) );
	}

	/** The oldest batch that is being sent, else a new one; null if nothing is held. */
	public static function next_batch() {
		global $wpdb;
		$table = self::table();
		$batch = $wpdb->get_var( "SELECT batch FROM $table WHERE batch IS NOT NULL ORDER BY id LIMIT 1" );
		return self::batch_of( $batch ?? self::claim() );
	}

	/** Puts the oldest requests into a batch. From then on it is sent with the same rows, whatever happens in between. */
	private static function claim() {
		global $wpdb;
		$table = self::table();
		$bytes = 0;
		$ids   = array();
		$rows  = $wpdb->get_results( $wpdb->prepare( "SELECT id, LENGTH(line) AS bytes FROM $table WHERE batch IS NULL ORDER BY id LIMIT %d", self::BATCH_LINES ) );
		foreach ( (array) $rows as $row ) {
			$bytes += $row->bytes + 1;
			if ( array() !== $ids && $bytes > self::BATCH_BYTES ) {
				break;
			}
			$ids[] = (int) $row->id;
		}
		if ( array() === $ids ) {
			return null;
		}
		$key  = wp_generate_uuid4();
		$list = implode( ',', $ids );
		$wpdb->query( $wpdb->prepare( "UPDATE $table SET batch = %s, since = %d WHERE id IN ($list) AND batch IS NULL", $key, time() ) );
		return $key;
	}

	/**
	 * A batch as it is sent.
	 *
	 * @param string|null $key Its key.
	 */
	private static function batch_of( $key ) {
		global $wpdb;
		$table = self::table();
		$rows  = null === $key ? null : $wpdb->get_results( $wpdb->prepare( "SELECT id, since, line FROM $table WHERE batch = %s ORDER BY id", $key ) );
		if ( empty( $rows ) ) {
			return null;
		}
		return array(
			'key'   => $key,
			'ids'   => array_map( 'intval', wp_list_pluck( $rows, 'id' ) ),
			'since' => (int) $rows[0]->since,
			'body'  => implode( "\n", wp_list_pluck( $rows, 'line' ) ) . "\n",
		);
	}

	/**
	 * Forgets a batch that needs not be sent any more; false if the database does not.
	 *
	 * @param array $batch What `next_batch` has returned.
	 */
	public static function forget( array $batch ) {
		global $wpdb;
		$table = self::table();
		$list  = implode( ',', $batch['ids'] );
		return false !== $wpdb->query( "DELETE FROM $table WHERE id IN ($list)" );
	}
}

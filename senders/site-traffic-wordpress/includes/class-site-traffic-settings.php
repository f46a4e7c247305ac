<?php
/**
 * The settings, from constants in wp-config.php or from the settings page.
 *
 * @package SiteTraffic
 */

defined( 'ABSPATH' ) || exit;

/** What the owner of the site has set. */
final class Site_Traffic_Settings {
	const OPTION = 'site_traffic_settings';

	/** What each setting must look like, and what would be right. */
	const RIGHT = array(
		'url'  => array( '~^https?://[^@?#\s]+$~iD', 'an http or https URL without user name, query or fragment' ),
		'site' => array( '/^[\w.-]+$/D', 'a site id, such as site_0123456789abcdef' ),
		// Other characters are not allowed in a header.
		'key'  => array( '/^[\x21-\x7e]+$/D', 'an API key of scope collect for the site' ),
	);

	/** Where the client's address is: nobody but a proxy that overwrites the header may set it. */
	const ADDRESS_FROM = array( 'connection', 'cf-connecting-ip', 'x-forwarded-for' );

	/**
	 * A setting: SITE_TRAFFIC_URL, SITE_TRAFFIC_SITE or SITE_TRAFFIC_KEY of wp-config.php wins.
	 *
	 * @param string $name "url", "site" or "key".
	 */
	public static function get( $name ) {
		if ( self::is_constant( $name ) ) {
			return trim( (string) constant( self::constant_name( $name ) ) );
		}
		$options = get_option( self::OPTION, array() );
		return trim( (string) ( $options[ $name ] ?? '' ) );
	}

	/**
	 * Whether wp-config.php has the setting.
	 *
	 * @param string $name Of the setting.
	 */
	public static function is_constant( $name ) {
		return defined( self::constant_name( $name ) );
	}

	/**
	 * The constant of a setting.
	 *
	 * @param string $name Of the setting.
	 */
	public static function constant_name( $name ) {
		return 'SITE_TRAFFIC_' . strtoupper( $name );
	}

	/** Where the client's address is read: one of ADDRESS_FROM. */
	public static function address_from() {
		$options = get_option( self::OPTION, array() );
		$from    = $options['address_from'] ?? 'connection';
		return in_array( $from, self::ADDRESS_FROM, true ) ? $from : 'connection';
	}

	/** What is missing or wrong, and what would be right. Repeats no value, which may be a misplaced key. */
	public static function problems() {
		$problems = array();
		foreach ( self::RIGHT as $name => list( , $right ) ) {
			if ( ! self::is_right( $name ) ) {
				$problems[] = sprintf( '%s is %s: set it to %s', $name, '' === self::get( $name ) ? 'missing' : 'wrong', $right );
			}
		}
		return $problems;
	}

	/**
	 * Whether a setting looks as it must.
	 *
	 * @param string $name Of the setting.
	 */
	public static function is_right( $name ) {
		return (bool) preg_match( self::RIGHT[ $name ][0], self::get( $name ) );
	}
}

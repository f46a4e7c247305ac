<?php
/**
 * What is reported of a request.
 *
 * @package SiteTraffic
 */

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.Security.ValidatedSanitizedInput -- what clients sent is reported as they sent it.

/** Reads the running request when it arrives: WordPress changes what it is given. */
final class Site_Traffic_Request {
	const MAX_CHARACTERS = 2048;
	/** The service ignores longer signatures. */
	const MAX_SIGNATURE = 4096;
	/** The service refuses longer ids, and with them the other requests of their batch. */
	const MAX_ID = 200;

	/**
	 * The fields of the request but for its status.
	 *
	 * @param string $address_from One of Site_Traffic_Settings::ADDRESS_FROM.
	 */
	public static function read( $address_from ) {
		$now    = microtime( true );
		$fields = array(
			'type'       => 'request',
			'method'     => self::cut( $_SERVER['REQUEST_METHOD'] ?? null ),
			'target'     => self::cut( $_SERVER['REQUEST_URI'] ?? null ),
			// Empty: the client sent none, as programs do.
			'user_agent' => self::cut( self::header( 'USER_AGENT' ) ?? '' ),
			'referrer'   => self::cut( self::header( 'REFERER' ) ),
			'host'       => self::cut( self::header( 'HOST' ) ),
			'address'    => self::client( $address_from ),
			'created_at' => gmdate( 'Y-m-d\TH:i:s', (int) $now ) . sprintf( '.%03dZ', (int) ( fmod( $now, 1 ) * 1000 ) ),
		);
		// A ray is unique only where Cloudflare overwrites the header. With it the visit counts once beside Logpush or a Worker.
		if ( 'cf-connecting-ip' === $address_from ) {
			$fields['id'] = self::whole( self::header( 'CF_RAY' ), self::MAX_ID );
		}
		return array_filter( $fields + self::signature( 'connection' !== $address_from ), 'is_string' );
	}

	/**
	 * A request as a line of JSON; null for what is none.
	 *
	 * @param array $request What `read` has returned.
	 * @param int   $status  The status of the answer.
	 */
	public static function line( array $request, $status ) {
		if ( ! isset( $request['method'], $request['target'] ) ) {
			return null;
		}
		// Scripts may set any number, and the service would refuse the batch. Without a status, it would count as not answered yet.
		$request['status'] = $status >= 0 && $status <= 999 ? $status : 0;
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- wp_json_encode gives up on what is no UTF-8.
		return json_encode( $request, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES );
	}

	/**
	 * The client's address.
	 *
	 * @param string $address_from Where it is.
	 */
	private static function client( $address_from ) {
		$header = strtoupper( str_replace( '-', '_', $address_from ) );
		$told   = 'connection' === $address_from ? '' : explode( ',', self::header( $header ) ?? '' )[0];
		return self::address( $told ) ?? self::address( $_SERVER['REMOTE_ADDR'] ?? '' );
	}

	/**
	 * An IP address without port, brackets and zone; null for anything else, which the service would refuse.
	 *
	 * @param string $text What may be one.
	 */
	public static function address( $text ) {
		$text = trim( $text );
		if ( preg_match( '/^\[([^\]]*)\]/', $text, $found ) || preg_match( '/^([\d.]+):\d+$/', $text, $found ) ) {
			$text = $found[1];
		}
		$text = preg_replace( '/^::ffff:(?=[\d.]+$)/i', '', explode( '%', $text )[0] );
		return false === filter_var( $text, FILTER_VALIDATE_IP ) ? null : $text;
	}

	/**
	 * The headers of a signature as they were sent: nothing else can be verified. Most requests have none.
	 *
	 * @param bool $trusts_proxy Whether X-Forwarded-Proto is believed.
	 */
	private static function signature( $trusts_proxy ) {
		if ( null === self::header( 'SIGNATURE' ) && null === self::header( 'SIGNATURE_INPUT' ) ) {
			return array();
		}
		$sent = array();
		foreach ( array( 'SIGNATURE', 'SIGNATURE_INPUT', 'SIGNATURE_AGENT' ) as $name ) {
			$sent[ strtolower( $name ) ] = self::whole( self::header( $name ), self::MAX_SIGNATURE );
		}
		$scheme         = $trusts_proxy ? trim( explode( ',', self::header( 'X_FORWARDED_PROTO' ) ?? '' )[0] ) : '';
		$sent['scheme'] = in_array( $scheme, array( 'http', 'https' ), true ) ? $scheme : null;
		return $sent;
	}

	/**
	 * A header of the request, or null.
	 *
	 * @param string $name In capitals.
	 */
	private static function header( $name ) {
		$value = $_SERVER[ 'HTTP_' . $name ] ?? null;
		return is_string( $value ) ? $value : null;
	}

	/**
	 * The beginning of a text.
	 *
	 * @param string|null $text Of any length.
	 */
	private static function cut( $text ) {
		return is_string( $text ) ? substr( $text, 0, self::MAX_CHARACTERS ) : null;
	}

	/**
	 * A text that is of no use if it is cut; null for a longer one.
	 *
	 * @param string|null $text Of any length.
	 * @param int         $max  What is allowed.
	 */
	private static function whole( $text, $max ) {
		return null !== $text && '' !== $text && strlen( $text ) <= $max ? $text : null;
	}
}

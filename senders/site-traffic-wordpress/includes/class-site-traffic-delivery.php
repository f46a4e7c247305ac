<?php
/**
 * Sends what the spool holds.
 *
 * @package SiteTraffic
 */

defined( 'ABSPATH' ) || exit;

/** Sends batches to the service, one at a time. A key makes each of them count once, however often it is sent. */
final class Site_Traffic_Delivery {
	const STATE            = 'site_traffic_state';
	const TIMEOUT_SECONDS  = 5;
	const SEND_SECONDS     = 20;
	const PAUSE_SECONDS    = 1;
	const MAX_WAIT_SECONDS = 60;
	const MAX_RETRY_AFTER  = 3600;
	/** The service knows the key of a batch for a day. */
	const GIVE_UP_AFTER_SECONDS = 72000;

	/**
	 * Holds the request that was just answered, and sends what is due. Runs when PHP ends. Nothing of it reaches the visitor.
	 *
	 * @param array $request What was read when it arrived.
	 */
	public static function after_answer( array $request ) {
		try {
			$status      = http_response_code();
			$is_finished = self::finish_answer();
			if ( array() !== Site_Traffic_Settings::problems() ) {
				Site_Traffic_Problems::say( 'NOT_CONFIGURED', 'no requests are recorded: ' . implode( '; ', Site_Traffic_Settings::problems() ) );
				return;
			}
			Site_Traffic_Spool::quietly(
				static function () use ( $request, $status ) {
					self::hold( Site_Traffic_Request::line( $request, $status ? $status : 200 ) );
				}
			);
			if ( $is_finished && time() >= self::state( 'last_at', 0 ) + self::PAUSE_SECONDS ) {
				self::end_session();
				self::send_all();
			}
		} catch ( \Throwable $error ) {
			// phpcs:ignore WordPress.PHP.DevelopmentFunctions -- nothing else is left to say it to.
			error_log( 'site-traffic: a request could not be reported' );
		}
	}

	/** Ends the answer where the server can: the visitor waits for nothing of what follows. */
	private static function finish_answer() {
		foreach ( array( 'fastcgi_finish_request', 'litespeed_finish_request' ) as $function ) {
			if ( function_exists( $function ) ) {
				return (bool) $function();
			}
		}
		return false;
	}

	/**
	 * Holds a request unless too many are held.
	 *
	 * @param string|null $line A request as JSON; null if it was none.
	 */
	private static function hold( $line ) {
		if ( null === $line ) {
			return;
		}
		self::take_over_connection();
		if ( Site_Traffic_Spool::is_full() ) {
			Site_Traffic_Problems::say( 'QUEUE_FULL', 'the table holds as many requests as it may', 1 );
		} elseif ( ! Site_Traffic_Spool::hold( $line ) ) {
			Site_Traffic_Problems::say( 'NOT_HELD', 'the database did not store a request in the table ' . Site_Traffic_Spool::table(), 1 );
		}
	}

	/** Nothing else of this process uses the database any more. */
	private static function take_over_connection() {
		global $wpdb;
		// phpcs:disable WordPress.DB.DirectDatabaseQuery
		// A transaction that a script left open ends here as it would at once, but without what the spool is told.
		$wpdb->query( 'ROLLBACK' );
		// A backup may lock all tables for minutes: it is better to lose a visit than to stop all processes of the site.
		$wpdb->query( 'SET SESSION autocommit = 1, lock_wait_timeout = 1, innodb_lock_wait_timeout = 1' );
		// phpcs:enable
	}

	/** The next request of a visitor waits for the session of the one before, and shall not wait for the service. */
	private static function end_session() {
		if ( PHP_SESSION_ACTIVE === session_status() ) {
			session_write_close();
		}
	}

	/** Sends all batches that can be sent, unless somebody else is sending or it is too early to try again. */
	public static function send_all() {
		if ( array() === Site_Traffic_Settings::problems() && time() >= self::state( 'wait_until', 0 ) ) {
			Site_Traffic_Spool::quietly( array( __CLASS__, 'send_locked' ) );
		}
	}

	/** Sends under a lock, which the server of the database frees if this process dies. */
	public static function send_locked() {
		global $wpdb;
		$lock  = 'site_traffic_' . md5( DB_NAME . Site_Traffic_Spool::table() );
		$taken = $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, 0)', $lock ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
		if ( null === $taken ) {
			Site_Traffic_Problems::say( 'NO_LOCK', 'nothing is sent: the database has no GET_LOCK' );
		}
		if ( '1' !== $taken ) {
			return;
		}
		$until = time() + self::SEND_SECONDS;
		do {
			$batch = Site_Traffic_Spool::next_batch();
		} while ( null !== $batch && self::send( $batch ) && time() < $until );
		$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $lock ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
	}

	/**
	 * Sends a batch; false if it is to be sent again later.
	 *
	 * @param array $batch Of the spool.
	 */
	private static function send( array $batch ) {
		// Before a try: the service may have recorded it and forgotten its key.
		if ( time() - $batch['since'] > self::GIVE_UP_AFTER_SECONDS ) {
			return self::drop( $batch, 'GIVEN_UP', 'a batch could not be sent for too long' );
		}
		$answer = self::post( $batch['body'], $batch['key'] );
		if ( 'DELAYED' === $answer['outcome'] ) {
			self::wait( $answer );
			Site_Traffic_Problems::say( 'DELAYED', $answer['why'] . '; retrying' );
			return false;
		}
		self::remember( $answer, 0, 0 );
		if ( 'RECORDED' === $answer['outcome'] ) {
			return Site_Traffic_Spool::forget( $batch );
		}
		return self::drop( $batch, $answer['outcome'], $answer['why'] );
	}

	/**
	 * Forgets a batch that is lost, and says why; false if the database does not forget it.
	 *
	 * @param array  $batch Of the spool.
	 * @param string $code  Why it is lost.
	 * @param string $why   For people.
	 */
	private static function drop( array $batch, $code, $why ) {
		$is_forgotten = Site_Traffic_Spool::forget( $batch );
		if ( $is_forgotten ) {
			Site_Traffic_Problems::say( $code, $why, count( $batch['ids'] ) );
		}
		return $is_forgotten;
	}

	/**
	 * Sets when to try again. Half of a pause is random, so that sites that failed together do not try again together.
	 *
	 * @param array $answer Of the service.
	 */
	private static function wait( array $answer ) {
		$tries   = self::state( 'tries', 0 ) + 1;
		$seconds = min( 2 ** min( $tries - 1, 10 ), self::MAX_WAIT_SECONDS ) * wp_rand( 500, 1000 ) / 1000;
		self::remember( $answer, $tries, time() + (int) ceil( max( $seconds, $answer['retry_after'] ) ) );
	}

	/**
	 * Remembers the last answer from one process to the next.
	 *
	 * @param array $answer     Of the service.
	 * @param int   $tries      That failed.
	 * @param int   $wait_until When to try again.
	 */
	private static function remember( array $answer, $tries, $wait_until ) {
		$state = array(
			'last_answer' => Site_Traffic_Problems::shown( $answer['why'] ),
			'last_at'     => time(),
			'tries'       => $tries,
			'wait_until'  => $wait_until,
		);
		update_option( self::STATE, $state, false );
	}

	/**
	 * Something of what is remembered.
	 *
	 * @param string $name     Its name.
	 * @param mixed  $fallback If it is not known.
	 */
	public static function state( $name, $fallback = null ) {
		$state = get_option( self::STATE, array() );
		return $state[ $name ] ?? $fallback;
	}

	/**
	 * Posts a batch. The outcome is RECORDED, DELAYED (to be sent again), or why it is lost.
	 *
	 * @param string $body NDJSON.
	 * @param string $key  Its Idempotency-Key.
	 */
	public static function post( $body, $key ) {
		$site     = rawurlencode( Site_Traffic_Settings::get( 'site' ) );
		$url      = rtrim( Site_Traffic_Settings::get( 'url' ), '/' ) . "/collect/sites/$site/events";
		$response = wp_remote_post(
			$url,
			array(
				'timeout'     => self::TIMEOUT_SECONDS,
				// One that is followed could carry the key to another host.
				'redirection' => 0,
				'user-agent'  => 'site-traffic',
				'headers'     => array(
					'Authorization'   => 'Bearer ' . Site_Traffic_Settings::get( 'key' ),
					'Content-Type'    => 'application/x-ndjson',
					'Idempotency-Key' => $key,
				),
				'body'        => $body,
				'limit_response_size' => 65536,
			)
		);
		if ( is_wp_error( $response ) ) {
			return self::outcome( 0, $response->get_error_message(), 0 );
		}
		return self::outcome(
			(int) wp_remote_retrieve_response_code( $response ),
			wp_remote_retrieve_body( $response ),
			(int) wp_remote_retrieve_header( $response, 'retry-after' )
		);
	}

	/**
	 * What an answer means.
	 *
	 * @param int    $status      0 for none.
	 * @param string $text        Its body, or why there is none.
	 * @param int    $retry_after In seconds.
	 */
	public static function outcome( $status, $text, $retry_after ) {
		$answer   = json_decode( $text, true );
		$answer   = is_array( $answer ) ? $answer : array();
		$code     = is_string( $answer['code'] ?? null ) && preg_match( '/^[A-Z_]{1,40}$/D', $answer['code'] ) ? $answer['code'] : '';
		$sentence = '' !== $code && is_string( $answer['error'] ?? null ) ? " ({$answer['error']})" : '';
		$is_later = 0 === $status || 408 === $status || 429 === $status || $status >= 500;
		$why      = 0 === $status ? "the service did not respond ($text)" : "the service answered $status " . ( $code ? $code : 'without a code' ) . $sentence;
		if ( 200 === $status && is_int( $answer['recorded'] ?? null ) ) {
			$outcome = 'RECORDED';
			$why     = 'the service recorded what was sent';
		} elseif ( 'LIMIT_EXCEEDED' === $code ) {
			$outcome = $code;
		} else {
			$outcome = $is_later ? 'DELAYED' : 'REFUSED';
		}
		return array(
			'outcome'     => $outcome,
			'why'         => $why,
			'retry_after' => max( 0, min( $retry_after, self::MAX_RETRY_AFTER ) ),
		);
	}
}

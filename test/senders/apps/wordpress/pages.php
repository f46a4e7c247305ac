<?php
/**
 * Plugin Name: Pages of a test
 * Description: Answers the pages of the test site in WordPress.
 */

add_action(
	'init',
	static function () {
		$path = parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
		if ( '/guide' === $path ) {
			header( 'Content-Type: text/plain' );
			exit( 'guide' );
		}
		if ( '/stream' === $path ) {
			header( 'Content-Type: text/plain' );
			echo 'one, ';
			flush();
			exit( 'two' );
		}
		if ( '/broken' === $path ) {
			throw new Exception( 'broken' );
		}
		if ( '/wait' === $path ) {
			header( 'Content-Type: text/plain' );
			usleep( 10000 );
			exit( 'page' );
		}
		if ( preg_match( '~^/p/\d+$~', $path ) ) {
			header( 'Content-Type: text/plain' );
			exit( 'page' );
		}
		if ( '/late' === $path ) {
			register_shutdown_function(
				static function () {
					echo 'late';
				}
			);
			exit( 'early, ' );
		}
		if ( '/left-open' === $path ) {
			$GLOBALS['wpdb']->query( 'START TRANSACTION' );
			exit( 'left open' );
		}
		if ( 0 === strpos( $path, '/missing' ) ) {
			status_header( 404 );
			exit( 'not found' );
		}
	}
);

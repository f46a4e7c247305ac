<?php
/**
 * The caches in front of WordPress.
 *
 * @package SiteTraffic
 */

defined( 'ABSPATH' ) || exit;

/** What is answered without WordPress, and so without this plugin. */
final class Site_Traffic_Caches {
	/** The caches that answer before WordPress, as far as they can be noticed. */
	public static function found() {
		$found = array();
		if ( defined( 'WP_CACHE' ) && WP_CACHE && file_exists( WP_CONTENT_DIR . '/advanced-cache.php' ) ) {
			$found[] = __( 'A page cache is on (wp-content/advanced-cache.php): pages that it has are answered without this plugin.', 'site-traffic' );
		}
		foreach ( self::hosts() as $host => $is_there ) {
			if ( $is_there ) {
				/* translators: %s: the name of a host, a plugin or a cache. */
				$found[] = sprintf( __( '%s may keep pages in a cache of its own, and answer them without this plugin.', 'site-traffic' ), $host );
			}
		}
		if ( isset( $_SERVER['HTTP_CF_RAY'] ) ) {
			$found[] = __( 'The site is behind Cloudflare: what its cache has does not reach WordPress. By default that is files only.', 'site-traffic' );
		}
		return $found;
	}

	/** What hosts and caches show of themselves. */
	private static function hosts() {
		return array(
			'LiteSpeed Cache' => defined( 'LSCWP_V' ),
			'WP Engine'       => defined( 'WPE_APIKEY' ),
			'Kinsta'          => defined( 'KINSTAMU_VERSION' ) || defined( 'KINSTA_CACHE_ZONE' ),
			'Pressable'       => defined( 'IS_PRESSABLE' ),
			'WordPress.com'   => defined( 'IS_ATOMIC' ),
			'Pantheon'        => false !== getenv( 'PANTHEON_ENVIRONMENT' ),
			'Varnish'         => isset( $_SERVER['HTTP_X_VARNISH'] ),
			'CloudFront'      => isset( $_SERVER['HTTP_X_AMZ_CF_ID'] ),
			'Fastly'          => isset( $_SERVER['HTTP_FASTLY_FF'] ),
		);
	}
}

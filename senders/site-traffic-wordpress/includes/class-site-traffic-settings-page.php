<?php
/**
 * The page Settings, Site Traffic.
 *
 * @package SiteTraffic
 */

defined( 'ABSPATH' ) || exit;

/** Shows and saves the settings, tries them, and says what is held and what cannot be seen. */
final class Site_Traffic_Settings_Page {
	const SLUG = 'site-traffic';

	/** Adds the page to the menu. */
	public static function add() {
		$title = __( 'Site Traffic', 'site-traffic' );
		add_options_page( $title, $title, 'manage_options', self::SLUG, array( __CLASS__, 'show' ) );
	}

	/** Saves the form. An empty key leaves the one that is saved. */
	public static function save() {
		self::require_owner( 'site_traffic_save' );
		$options = get_option( Site_Traffic_Settings::OPTION, array() );
		$options = is_array( $options ) ? $options : array();
		foreach ( array( 'url', 'site', 'key', 'address_from' ) as $name ) {
			// phpcs:ignore WordPress.Security.NonceVerification -- checked above. A field that wp-config.php has set is not sent.
			$value = sanitize_text_field( wp_unslash( $_POST[ $name ] ?? $options[ $name ] ?? '' ) );
			if ( 'key' !== $name || '' !== $value ) {
				$options[ $name ] = $value;
			}
		}
		update_option( Site_Traffic_Settings::OPTION, $options );
		Site_Traffic_Spool::create_table();
		// WordPress shows that they are saved.
		self::back( array( 'updated' => 1 ) );
	}

	/** Sends a batch without a visit, which the service answers as it would any other. */
	public static function test() {
		self::require_owner( 'site_traffic_test' );
		$request = array(
			'type'       => 'request',
			'method'     => 'HEAD',
			'target'     => '/',
			'user_agent' => 'site-traffic test',
		);
		$answer  = Site_Traffic_Delivery::post( wp_json_encode( $request ) . "\n", wp_generate_uuid4() );
		set_transient( 'site_traffic_test', $answer, MINUTE_IN_SECONDS );
		self::back( array( 'tested' => 1 ) );
	}

	/**
	 * Ends the request unless it comes from the form of somebody who may change settings.
	 *
	 * @param string $action The form.
	 */
	private static function require_owner( $action ) {
		check_admin_referer( $action );
		if ( ! current_user_can( 'manage_options' ) ) {
			wp_die( esc_html__( 'You may not change these settings.', 'site-traffic' ), 403 );
		}
	}

	/**
	 * Leads back to the page.
	 *
	 * @param array $what Parameters that say what was done.
	 */
	private static function back( array $what ) {
		wp_safe_redirect( add_query_arg( $what + array( 'page' => self::SLUG ), admin_url( 'options-general.php' ) ) );
		exit;
	}

	/** Shows the page. */
	public static function show() {
		echo '<div class="wrap"><h1>', esc_html__( 'Site Traffic', 'site-traffic' ), '</h1>';
		self::show_test();
		self::show_problems();
		self::show_form();
		self::show_state();
		self::show_unseen();
		echo '</div>';
	}

	/** What the service answered to a test. */
	private static function show_test() {
		$answer = get_transient( 'site_traffic_test' );
		if ( ! is_array( $answer ) ) {
			return;
		}
		delete_transient( 'site_traffic_test' );
		$is_good = 'RECORDED' === $answer['outcome'];
		$text    = $is_good ? __( 'The service answered: the settings are right. The test itself counts as no visit.', 'site-traffic' ) : Site_Traffic_Problems::shown( $answer['why'] );
		self::notice( $is_good ? 'success' : 'error', $text );
	}

	/** What is missing. */
	private static function show_problems() {
		foreach ( self::labels() as $name => $label ) {
			if ( ! Site_Traffic_Settings::is_right( $name ) ) {
				/* translators: %s: the label of a field. */
				self::notice( 'warning', sprintf( __( 'Nothing is recorded yet: “%s” is missing or wrong.', 'site-traffic' ), $label ) );
			}
		}
	}

	/** The fields, by the name of the setting. */
	private static function labels() {
		return array(
			'url'  => __( 'Address of the service', 'site-traffic' ),
			'site' => __( 'Site id', 'site-traffic' ),
			'key'  => __( 'Key that collects', 'site-traffic' ),
		);
	}

	/** The form. */
	private static function show_form() {
		echo '<form method="post" action="', esc_url( admin_url( 'admin-post.php' ) ), '">';
		echo '<input type="hidden" name="action" value="site_traffic_save">';
		wp_nonce_field( 'site_traffic_save' );
		echo '<table class="form-table" role="presentation">';
		$labels = self::labels();
		self::row( 'url', $labels['url'], 'url', 'https://stats.example.org' );
		self::row( 'site', $labels['site'], 'text', 'site_0123456789abcdef' );
		self::row( 'key', $labels['key'], 'password', self::shown_key() );
		self::row_of_address();
		echo '</table>';
		submit_button();
		echo '</form>';
		echo '<form method="post" action="', esc_url( admin_url( 'admin-post.php' ) ), '">';
		echo '<input type="hidden" name="action" value="site_traffic_test">';
		wp_nonce_field( 'site_traffic_test' );
		submit_button( __( 'Send a test', 'site-traffic' ), 'secondary', 'submit', false );
		echo '</form>';
	}

	/** The end of the key, which says which one it is. */
	private static function shown_key() {
		$key = Site_Traffic_Settings::get( 'key' );
		return '' === $key ? '' : '…' . substr( $key, -4 );
	}

	/**
	 * A field. What wp-config.php has cannot be changed here.
	 *
	 * @param string $name        Of the setting.
	 * @param string $label       For people.
	 * @param string $type        Of the input.
	 * @param string $placeholder What it looks like.
	 */
	private static function row( $name, $label, $type, $placeholder ) {
		$is_constant = Site_Traffic_Settings::is_constant( $name );
		printf(
			'<tr><th scope="row"><label for="st-%1$s">%2$s</label></th><td><input class="regular-text" id="st-%1$s" name="%1$s" type="%3$s" value="%4$s" placeholder="%5$s" autocomplete="%8$s" %6$s>%7$s</td></tr>',
			esc_attr( $name ),
			esc_html( $label ),
			esc_attr( $type ),
			esc_attr( 'key' === $name ? '' : Site_Traffic_Settings::get( $name ) ),
			esc_attr( $placeholder ),
			disabled( $is_constant, true, false ),
			$is_constant ? '<p class="description">' . esc_html( Site_Traffic_Settings::constant_name( $name ) ) . ' (wp-config.php)</p>' : '',
			// Browsers fill in passwords where it is "off".
			'password' === $type ? 'new-password' : 'off'
		);
	}

	/** Where the client's address is. */
	private static function row_of_address() {
		$names = array(
			'connection'       => __( 'the connection', 'site-traffic' ),
			'cf-connecting-ip' => __( 'Cloudflare (CF-Connecting-IP)', 'site-traffic' ),
			'x-forwarded-for'  => __( 'another proxy (X-Forwarded-For)', 'site-traffic' ),
		);
		echo '<tr><th scope="row"><label for="st-address">', esc_html__( 'Address of visitors from', 'site-traffic' ), '</label></th><td><select id="st-address" name="address_from">';
		foreach ( $names as $value => $name ) {
			printf( '<option value="%s" %s>%s</option>', esc_attr( $value ), selected( Site_Traffic_Settings::address_from(), $value, false ), esc_html( $name ) );
		}
		echo '</select><p class="description">', esc_html__( 'Choose a header only if every request passes the proxy that sets it: otherwise visitors can make up their address.', 'site-traffic' ), '</p></td></tr>';
	}

	/** What is held, and what became of the rest. */
	private static function show_state() {
		$held = Site_Traffic_Spool::quietly( array( 'Site_Traffic_Spool', 'count' ) );
		/* translators: %d: a number of requests. */
		$state = array( sprintf( __( 'Requests that are not sent yet: %d', 'site-traffic' ), $held ) );
		foreach ( Site_Traffic_Problems::lost() as $code => $lost ) {
			/* translators: 1: a number of requests, 2: a reason, such as "the table was full". */
			$state[] = sprintf( __( 'Requests that were dropped: %1$d (%2$s)', 'site-traffic' ), $lost, self::reasons()[ $code ] ?? $code );
		}
		$last = Site_Traffic_Delivery::state( 'last_answer' );
		if ( null !== $last ) {
			/* translators: 1: what the service answered, 2: how long ago, such as "5 mins". */
			$state[] = sprintf( __( 'Last answer: %1$s, %2$s ago', 'site-traffic' ), $last, human_time_diff( (int) Site_Traffic_Delivery::state( 'last_at', 0 ) ) );
		}
		self::show_list( __( 'What was sent', 'site-traffic' ), $state );
	}

	/** Why requests are dropped. */
	private static function reasons() {
		return array(
			'QUEUE_FULL'     => __( 'too many were not sent yet', 'site-traffic' ),
			'NOT_HELD'       => __( 'the database did not store them', 'site-traffic' ),
			'REFUSED'        => __( 'the service refused them', 'site-traffic' ),
			'LIMIT_EXCEEDED' => __( 'the quota of the month was used up', 'site-traffic' ),
			'GIVEN_UP'       => __( 'the service did not take them for 20 hours', 'site-traffic' ),
		);
	}

	/** What never reaches WordPress. */
	private static function show_unseen() {
		$files = __( 'Images, styles and other files: the web server answers them without WordPress.', 'site-traffic' );
		self::show_list( __( 'What this plugin cannot see', 'site-traffic' ), array_merge( array( $files ), Site_Traffic_Caches::found() ) );
		echo '<p>', esc_html__( 'To see these visits, too, record the access log of the web server, or use the Cloudflare Worker, in place of this plugin.', 'site-traffic' ), '</p>';
	}

	/**
	 * A list.
	 *
	 * @param string $title Its heading.
	 * @param array  $lines Of text.
	 */
	private static function show_list( $title, array $lines ) {
		echo '<h2>', esc_html( $title ), '</h2><ul class="ul-disc">';
		foreach ( $lines as $line ) {
			echo '<li>', esc_html( $line ), '</li>';
		}
		echo '</ul>';
	}

	/**
	 * A notice.
	 *
	 * @param string $kind "success", "warning" or "error".
	 * @param string $text What it says.
	 */
	private static function notice( $kind, $text ) {
		printf( '<div class="notice notice-%s"><p>%s</p></div>', esc_attr( $kind ), esc_html( $text ) );
	}
}

<?php

// The pages of a test site. The sender is loaded before it by auto_prepend_file, or here.

if (getenv('SENDER')) {
    require getenv('SENDER');
}

final class Farewell
{
    public function __destruct()
    {
        echo ', and a destructor';
    }
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
header('Content-Type: text/plain');
if ($path === '/guide') {
    echo 'guide';
} elseif ($path === '/stream') {
    echo 'one, ';
    flush();
    echo 'two';
} elseif ($path === '/broken') {
    throw new Exception('broken');
} elseif ($path === '/exit') {
    http_response_code(410);
    exit('gone');
} elseif ($path === '/no-status') {
    http_response_code(-1);
} elseif ($path === '/rescued') {
    // as frameworks do, whose shutdown functions may exit
    register_shutdown_function(function () {
        http_response_code(503);
        exit('an error page');
    });
    $farewell = new Farewell();
    throw new Exception('broken');
} elseif ($path === '/farewell') {
    $farewell = new Farewell();
    echo 'page';
} elseif ($path === '/finished') {
    echo 'finished';
    fastcgi_finish_request();
} elseif ($path === '/session') {
    session_id('visitor0');
    session_start(['save_path' => getenv('SITE_TRAFFIC_SPOOL')]);
    echo 'session';
} elseif ($path === '/wait') {
    usleep(10000);
    echo 'page';
} elseif (preg_match('~^/p/\d+$~', $path)) {
    echo 'page';
} else {
    http_response_code(404);
    echo 'not found';
}

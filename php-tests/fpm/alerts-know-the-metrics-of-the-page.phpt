--TEST--
examples/alerts.yml: each of the five rules has a severity, asks for a metric that examples/metrics.php prints, and for a bucket that it has
--FILE--
<?php
$examples = dirname(__DIR__, 2) . '/examples';
ob_start();
require "$examples/metrics.php";
$page = ob_get_clean();
preg_match_all('/^([a-z_]+)/m', $page, $printed);
preg_match_all('/\{le="([^"]+)"\}/', $page, $bounds);

$rules = [];
$severities = [];
$alert = null;
foreach (file("$examples/alerts.yml", FILE_IGNORE_NEW_LINES) as $line) {
    Check::same(1, preg_match('/^( *)(#|- )?[^\t]*$/', $line), "no tab: $line");
    if (preg_match('/^      - alert: (\w+)$/', $line, $found)) {
        $alert = $found[1];
    } elseif (preg_match('/^        expr: (.+)$/', $line, $found)) {
        $rules[$alert] = $found[1];
    } elseif (preg_match('/^          severity: (critical|warning)$/', $line)) {
        $severities[] = $alert;
    }
}
Check::same(5, count($rules), 'rules');
Check::same(array_keys($rules), $severities, 'each rule has one severity');
$asked = [];
foreach ($rules as $alert => $expression) {
    Check::same(1, preg_match_all('/redis_mutex_lock_\w+/', $expression, $found), "$alert: one metric");
    Check::true(in_array($found[0][0], $printed[1], true), "$alert: the page prints {$found[0][0]}");
    Check::same(substr_count($expression, '('), substr_count($expression, ')'), "$alert: brackets");
    $asked[] = $found[0][0];
    if (str_contains($expression, 'histogram_quantile')) {
        // Inside of a bucket Prometheus only guesses, so the limit is the end of one.
        preg_match('/ > ([0-9.]+)$/', $expression, $limit);
        Check::true(in_array((float) $limit[1], array_map(floatval(...), $bounds[1]), true), "$alert: a bucket up to $limit[1] s");
    }
}
Check::same([
    'redis_mutex_lock_lost_total',
    'redis_mutex_lock_connection_errors_total',
    'redis_mutex_lock_renewal_errors_total',
    'redis_mutex_lock_timed_out_total',
    'redis_mutex_lock_wait_seconds_bucket',
], $asked, 'what the rules watch');

echo 'done';
?>
--EXPECT--
done

--TEST--
underLock(): a job of the connection database whose lock is held stays reserved, because as a released job it would be a new row
--FILE--
<?php
use Tests\ThinkPhp;

$worker = ThinkPhp::run(<<<'PHP'
    use Tests\Check;
    use Tests\ThinkJob;
    use think\queue\job\Database;

    /** A row that knows what was done to it. */
    final class Row extends Database
    {
        public function __construct(private readonly array $data)
        {
        }

        public function getJobId()
        {
            return 5;
        }

        public function attempts()
        {
            return 1;
        }

        public function getRawBody()
        {
            return json_encode(['job' => '\Tests\ThinkJob', 'data' => $this->data]);
        }

        public function delete()
        {
            $this->deleted = true;
        }

        public function release($delay = 0)
        {
            $this->released = true;
        }
    }

    $lock = Check::unique('export');
    $other = new RedisMutexLock($app->config->get('cache.stores.redis'));
    $row = new Row(['lock' => $lock]);
    Check::true($other->lock($lock), 'another object gets the lock');
    (new ThinkJob())->fire($row, ['lock' => $lock]);
    Check::same([false, false], [$row->isReleased(), $row->isDeleted()], 'whether the row was released or deleted');
    $other->unlock($lock);
    (new ThinkJob())->fire($row, ['lock' => $lock]);
    Check::same([false, true], [$row->isReleased(), $row->isDeleted()], 'whether the row was released or deleted after the work');
    PHP);
$worker->expect('later', 60);
$worker->expect('works', 60);
$worker->tell('finish');
$worker->expect('done', 60);
$worker->finish(60);
echo "done\n";
?>
--EXPECT--
done

-- The job behind the requests that works on it; it outlives that job, whose row goes after its time.
alter table order_bulk_jobs add column run_job_id bigint;

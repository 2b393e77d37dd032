-- Names of tables, columns, states, templates, topics and jobs become the usual words; no row is lost.
drop trigger record_letter_insert on letters;
--> statement-breakpoint
drop trigger record_letter_update on letters;
--> statement-breakpoint
alter table letters rename to emails;
--> statement-breakpoint
alter table emails rename column occasion to template;
--> statement-breakpoint
alter table emails drop constraint letters_state;
--> statement-breakpoint
update emails set state = 'queued' where state = 'promised';
--> statement-breakpoint
update emails set template = case template when 'refund-promised' then 'refund-requested' else 'authorization-expired' end
  where template in ('refund-promised', 'payment-lapsed');
--> statement-breakpoint
alter table emails alter column state set default 'queued';
--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_state" CHECK ("emails"."state" in ('queued', 'sent', 'failed', 'held'));
--> statement-breakpoint
alter index letters_unsent rename to emails_unsent;
--> statement-breakpoint
alter index letters_allowed_to rename to emails_allowed_to;
--> statement-breakpoint
alter sequence letters_id_seq rename to emails_id_seq;
--> statement-breakpoint
alter table letter_pace rename to email_throttle;
--> statement-breakpoint
alter table email_throttle rename column "only" to singleton;
--> statement-breakpoint
alter table email_throttle rename column free_at to next_send_at;
--> statement-breakpoint
alter table payments rename column stage to status;
--> statement-breakpoint
alter table payments rename column use to allocation;
--> statement-breakpoint
alter table payments drop constraint payments_stage;
--> statement-breakpoint
update payments set status = 'expired' where status = 'lapsed';
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_status" CHECK ("payments"."status" in ('authorized', 'expired', 'captured'));
--> statement-breakpoint
alter table checkouts rename column asked_at to checked_at;
--> statement-breakpoint
alter table checkouts drop constraint checkouts_state;
--> statement-breakpoint
update checkouts set state = 'closed' where state = 'over';
--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_state" CHECK ("checkouts"."state" in ('open', 'replaced', 'closed'));
--> statement-breakpoint
alter table refunds rename column asked_at to checked_at;
--> statement-breakpoint
alter table refunds drop constraint refunds_state;
--> statement-breakpoint
alter table refunds drop constraint refunds_reason;
--> statement-breakpoint
drop index refunds_under_way;
--> statement-breakpoint
update refunds set state = case state when 'promised' then 'requested' else state end,
    reason = case reason when 'elsewhere' then 'external' else reason end
  where state = 'promised' or reason = 'elsewhere';
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('requested', 'pending', 'processed', 'failed'));
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reason" CHECK ("refunds"."reason" in ('sold', 'paid-twice', 'wrong-amount', 'cancelled', 'deleted', 'external'));
--> statement-breakpoint
CREATE INDEX "refunds_unfinished" ON "refunds" USING btree ("time") WHERE state in ('requested', 'pending');
--> statement-breakpoint
alter index products_back_newest rename to products_admin_newest;
--> statement-breakpoint
alter index products_back_price rename to products_admin_price;
--> statement-breakpoint
alter index products_back_newest_in rename to products_admin_newest_in;
--> statement-breakpoint
alter index products_back_price_in rename to products_admin_price_in;
--> statement-breakpoint
alter index products_back_price_of rename to products_admin_price_of;
--> statement-breakpoint
-- Primary keys, checks, and from PostgreSQL 18 on the NOT NULLs, which have names of their own.
do $$
declare
  was record;
begin
  for was in
    select conrelid::regclass as of_table, conname as name,
      replace(replace(replace(replace(replace(replace(replace(replace(conname::text,
        'letters_occasion', 'emails_template'), 'letters_', 'emails_'), 'letter_pace_only', 'email_throttle_singleton'),
        'letter_pace_free_at', 'email_throttle_next_send_at'), 'letter_pace_', 'email_throttle_'),
        'payments_stage', 'payments_status'), 'payments_used', 'payments_captured'),
        'payments_use', 'payments_allocation') as new_name
    from pg_constraint
    where conrelid in ('emails'::regclass, 'email_throttle'::regclass, 'payments'::regclass)
  loop
    continue when was.new_name = was.name;
    execute format('alter table %s rename constraint %I to %I', was.of_table, was.name, was.new_name);
  end loop;
end $$;
--> statement-breakpoint
create trigger record_email_insert after insert on "emails" referencing new table as added for each statement execute function record_change('email', 'id', '', 'problem');
--> statement-breakpoint
create trigger record_email_update after update on "emails" referencing old table as removed new table as added for each statement execute function record_change('email', 'id', '', 'problem');
--> statement-breakpoint
-- What waits in the outbox.
update outbox set change = 'email' || substr(change, length('letter') + 1) where change like 'letter %';
--> statement-breakpoint
update outbox set job = job || jsonb_build_object('task', 'send-order-email', 'queue', 'emails',
    'key', replace(job ->> 'key', 'order-letter:', 'order-email:'))
  where job ->> 'task' = 'order-letter';
--> statement-breakpoint
-- Jobs that wait. On an empty database the tables of graphile-worker are made after this.
do $$
declare
  tasks constant jsonb := '{
    "refund": "request-refund", "look-at-payment": "sync-payment", "look-at-refund": "sync-refund",
    "find-refund": "find-external-refund", "order-letter": "send-order-email", "status-letter": "send-status-email",
    "refund-letter": "send-refund-email", "login-letter": "send-login-email", "letter": "resend-email",
    "tidy": "delete-expired-limits", "free-stuck": "unlock-orphaned-jobs"}';
  -- The part before the colon.
  keys constant jsonb := '{
    "look-at": "sync", "find-refund": "find-external-refund", "order-letter": "order-email",
    "refund-promised-letter": "refund-requested-email", "refunded-letter": "refund-processed-email",
    "lapsed-letter": "authorization-expired-email", "login-letter": "login-email", "letter": "resend-email",
    "first-round": "first-reconcile"}';
  queues constant jsonb := '{"letters": "emails", "rounds": "reconcile"}';
begin
  if to_regclass('graphile_worker._private_jobs') is null then
    return;
  end if;
  insert into graphile_worker._private_tasks (identifier)
  select name from jsonb_each_text(tasks) as renamed (old_name, name) on conflict do nothing;
  update graphile_worker._private_jobs as job set task_id = renamed.id
  from graphile_worker._private_tasks as old
    join graphile_worker._private_tasks as renamed on renamed.identifier = tasks ->> old.identifier
  where job.task_id = old.id;
  delete from graphile_worker._private_tasks where tasks ? identifier;
  delete from graphile_worker._private_known_crontabs where tasks ? identifier;

  update graphile_worker._private_jobs as job set payload = case task.identifier
    when 'resend-email' then json_build_object('emailId', coalesce(payload -> 'letterId', payload -> 'emailId'))
    when 'send-status-email' then json_build_object('orderId', payload -> 'orderId', 'template', payload -> 'what')
    else json_build_object('paymentId', payload -> 'paymentId', 'template', case payload ->> 'what'
      when 'promised' then 'refund-requested' when 'processed' then 'refund-processed' else 'authorization-expired' end)
    end
  from graphile_worker._private_tasks as task
  where task.id = job.task_id and task.identifier in ('resend-email', 'send-status-email', 'send-refund-email');

  update graphile_worker._private_jobs as job
  set key = (keys ->> split_part(key, ':', 1)) || substr(key, length(split_part(key, ':', 1)) + 1)
  where keys ? split_part(key, ':', 1);
  update graphile_worker._private_job_queues as queue set queue_name = queues ->> queue_name
  where queues ? queue_name and not exists (
    select from graphile_worker._private_job_queues as other where other.queue_name = queues ->> queue.queue_name);
end $$;

-- The record of who did what is only ever added to, whoever asks.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The table % is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger only_add before update or delete or truncate on audit
  for each statement execute function refuse_change();

CREATE TABLE "notification_choices" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"timing" text NOT NULL,
	"channel" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "notification_choices_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "notification_choices_timing" CHECK ("notification_choices"."timing" in ('at-once', 'digest')),
	CONSTRAINT "notification_choices_channel" CHECK ("notification_choices"."channel" in ('email', 'whatsapp', 'push'))
);
--> statement-breakpoint
CREATE TABLE "notification_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"user_id" text,
	"amount" integer DEFAULT 0 NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"user_agent" text,
	"time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_devices_endpoint_unique" UNIQUE("endpoint"),
	CONSTRAINT "push_devices_endpoint" CHECK (length("push_devices"."endpoint") between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_choices_by_kind" ON "notification_choices" USING btree ("kind");--> statement-breakpoint
CREATE INDEX "push_devices_by_user" ON "push_devices" USING btree ("user_id");--> statement-breakpoint
-- Records what staff and sellers want to hear of, in the transaction in which it happens, and a job that tells them unless
-- one is still to come. Argument: the kind. Costs one look into an index while nobody wants to hear of it.
create function record_event() returns trigger language plpgsql as $$
declare
  wanted text := tg_argv[0];
  subject text;
  whole integer := 0;
  bought bigint;
  seller text;
begin
  if not exists (select from notification_choices where kind = wanted) then
    return null;
  end if;
  if tg_table_name = 'orders' then
    bought := new.id;
    subject := bought;
    whole := new.total_amount;
  elsif tg_table_name = 'shipment_scans' then
    select order_id, order_id into bought, subject from shipments where id = new.shipment_id;
  elsif tg_table_name = 'product_variants' then
    select title, user_id into subject, seller from products
    where id = new.product_id and stock = 'counted' and approved and new.offered
      and coalesce((select value::integer from settings where name = 'lowStock'), 3) between new.on_hand and old.on_hand - 1;
    if not found then
      return null;
    end if;
  elsif tg_table_name = 'sent_messages' then
    subject := 'message';
  elsif tg_table_name = 'refunds' then
    subject := coalesce(new.order_id::text, '');
  elsif tg_table_name = 'payments' then
    subject := '';
  else
    subject := new.id;
  end if;
  insert into outbox (job)
  select jsonb_build_object('task', 'tell-staff', 'payload', '{}'::jsonb, 'maxAttempts', 25, 'key', 'tell-staff {}')
  where not exists (select from notification_events);
  insert into notification_events (kind, about, amount) values (wanted, subject, whole);
  insert into notification_events (kind, about, amount, user_id)
  select wanted, subject, case when wanted = 'new-order' then sum(price * quantity) else 0 end, seller_id
  from order_lines join notification_choices on user_id = seller_id and kind = wanted
  where order_id = bought group by seller_id
  union all
  select wanted, subject, 0, user_id from notification_choices where user_id = seller and kind = wanted;
  return null;
end $$;--> statement-breakpoint
create trigger record_new_order after insert on orders for each row execute function record_event('new-order');--> statement-breakpoint
create trigger record_cancellation after update of cancel on orders for each row
  when (old.cancel = 'none' and new.cancel = 'requested') execute function record_event('cancellation');--> statement-breakpoint
create trigger record_new_message after insert on contact_messages for each row execute function record_event('message');--> statement-breakpoint
create trigger record_request after insert on product_raise for each row execute function record_event('request');--> statement-breakpoint
create trigger record_low_stock after update of on_hand on product_variants for each row
  when (new.on_hand < old.on_hand) execute function record_event('low-stock');--> statement-breakpoint
-- A notice to staff that failed is no kind for the next one.
create trigger record_failure after update of state on sent_messages for each row
  when (new.state in ('failed', 'held') and old.state <> new.state and new.person = '') execute function record_event('failure');--> statement-breakpoint
create trigger record_failure after update of state on refunds for each row
  when (new.state = 'failed' and old.state <> 'failed') execute function record_event('failure');--> statement-breakpoint
create trigger record_failure after update of status on payments for each row
  when (new.status = 'expired' and old.status <> 'expired') execute function record_event('failure');--> statement-breakpoint
create trigger record_not_delivered after insert on shipment_scans for each row
  when (new.source = 'courier' and new.step = 'not-delivered') execute function record_event('not-delivered');

DROP INDEX "stock_changes_once";--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_changes_once" ON "stock_changes" USING btree ("order_id","variant_id",("reason" in ('ordered', 'replaced')),coalesce(return_id, 0),coalesce(change_id, 0),coalesce(shipment_id, 0)) WHERE order_id is not null;--> statement-breakpoint
create trigger record_dispute after insert on disputes for each row
  when (new.state in ('open', 'action_required')) execute function record_event('dispute');--> statement-breakpoint
create trigger record_dispute_again after update of state on disputes for each row
  when (new.state = 'action_required' and old.state <> 'action_required') execute function record_event('dispute');

CREATE INDEX "session_by_time" ON "session" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "session_by_end" ON "session" USING btree ("expires_at");--> statement-breakpoint
create trigger record_login_insert after insert on "session" referencing new table as added for each statement execute function record_change('login', 'user_id');

CREATE INDEX "audit_by_actor" ON "audit" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_by_action" ON "audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit" USING btree ("time");
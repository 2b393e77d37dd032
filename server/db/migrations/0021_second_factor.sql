ALTER TABLE "two_factor" ADD COLUMN "last_used_period" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "two_factor" ADD COLUMN "are_codes_saved" boolean DEFAULT false NOT NULL;
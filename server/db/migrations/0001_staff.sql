CREATE TABLE "staff_invites" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"role" text,
	"invited_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_invites_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "staff_invite_email" CHECK ("staff_invites"."email" = lower("staff_invites"."email") and length("staff_invites"."email") between 3 and 254)
);
--> statement-breakpoint
CREATE TABLE "staff_roles" (
	"name" text PRIMARY KEY NOT NULL,
	"rights" text[],
	"needs_second_factor" boolean DEFAULT false NOT NULL,
	CONSTRAINT "staff_role_name" CHECK (length("staff_roles"."name") between 1 and 40)
);
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "staff_role" text;--> statement-breakpoint
ALTER TABLE "staff_invites" ADD CONSTRAINT "staff_invites_role_staff_roles_name_fk" FOREIGN KEY ("role") REFERENCES "public"."staff_roles"("name") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "staff_invites" ADD CONSTRAINT "staff_invites_invited_by_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_invites_by_email" ON "staff_invites" USING btree ("email");--> statement-breakpoint
CREATE INDEX "staff_invites_by_inviter" ON "staff_invites" USING btree ("invited_by");--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_staff_role_staff_roles_name_fk" FOREIGN KEY ("staff_role") REFERENCES "public"."staff_roles"("name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "user_by_staff_role" ON "user" USING btree ("staff_role") WHERE "user"."staff_role" is not null;--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_staff_role" CHECK ("user"."staff_role" is null or "user"."role" = 'user');--> statement-breakpoint
-- The roles that every shop has; their rights are in domain/permissions.ts.
INSERT INTO "staff_roles" ("name") VALUES ('Manager'), ('Packer'), ('Support'), ('Catalogue'), ('Accountant');

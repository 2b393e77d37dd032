CREATE TABLE "erased_emails" (
	"hash" text PRIMARY KEY NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL
);

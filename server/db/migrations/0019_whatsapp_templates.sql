CREATE TABLE "whatsapp_templates" (
	"name" text NOT NULL,
	"language" text NOT NULL,
	"state" text NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"former_category" text DEFAULT '' NOT NULL,
	"quality" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "whatsapp_templates_name_language_pk" PRIMARY KEY("name","language"),
	CONSTRAINT "whatsapp_templates_state" CHECK ("whatsapp_templates"."state" in ('missing', 'pending', 'approved', 'paused', 'rejected', 'disabled'))
);

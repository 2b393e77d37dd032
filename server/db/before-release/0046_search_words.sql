CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple'::regconfig, regexp_replace(normalize(translate(title, E'\u200c\u200d', '')), '[!-/:-@[-`{-~\u0964\u0965\u2000-\u206f\u20a0-\u20cf]+', ' ', 'g')), 'A') || setweight(to_tsvector('simple'::regconfig, regexp_replace(normalize(translate(category || ' ' || size_label || ' ' || coalesce(replace(substring(product_image_url[1] from '^/pots/[a-z]+-(.+)-front$'), '-large', ''), ''), E'\u200c\u200d', '')), '[!-/:-@[-`{-~\u0964\u0965\u2000-\u206f\u20a0-\u20cf]+', ' ', 'g')), 'B')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gist ("word" gist_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search") WITH (fastupdate=off);
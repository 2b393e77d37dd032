// Everything that the storefront promises and that needs no browser: one shop in this process, asked over HTTP.
import { after } from 'node:test'
import './storefront/failing-reads.ts'
// After them, because a page that is cached does not fail.
import './storefront/dark-patterns.ts'
import './storefront/forms.ts'
import './storefront/lists.ts'
import './storefront/import.ts'
import './storefront/models.ts'
import './storefront/other-kinds.ts'
import './storefront/pages.ts'
import './storefront/product.ts'
import './storefront/redirects.ts'
import './storefront/search-engines.ts'
import './storefront/searches.ts'
import './storefront/filters.ts'
import { closeSharedStorefront } from '#tests/support/storefront.ts'

after(closeSharedStorefront)

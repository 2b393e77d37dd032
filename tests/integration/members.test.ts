// Everything that accounts, the back office and checkout promise and that needs no browser: one shop in this process,
// asked over HTTP. What others must not do is in tests/security/.
import { after } from 'node:test'
import './members/account-page.ts'
import './members/accounts.ts'
import './members/back-office.ts'
import './members/getting-in.ts'
import './members/privacy.ts'
import './members/off-sale.ts'
import './members/orders.ts'
import './members/product-forms.ts'
import './members/kinds-and-sets.ts'
import './members/second-factor.ts'
import './members/sizes.ts'
import './members/texts.ts'
import './members/settings.ts'
import './members/without-scripts.ts'
import { closeSharedStorefront } from '#tests/support/storefront.ts'

after(closeSharedStorefront)

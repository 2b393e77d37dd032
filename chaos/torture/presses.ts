import { type Permission, permissions } from '#domain/permissions.ts'
import { accountPresses } from './account-presses.ts'
import { metaPresses } from './meta.ts'
import { orderPresses } from './order-presses.ts'
import type { Presses } from './press.ts'
import { returnPresses } from './return-presses.ts'
import { settingsPresses } from './settings-presses.ts'
import { shopPresses } from './shop-presses.ts'

/** All buttons that the torture presses. */
export const presses: Presses = {
  ...accountPresses,
  ...orderPresses,
  ...returnPresses,
  ...shopPresses,
  ...settingsPresses,
  ...metaPresses,
}

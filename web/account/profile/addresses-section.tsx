import { useContext } from 'react'
import { Link } from 'react-router'
import { MAX_ADDRESSES } from '#domain/accounts/profile.ts'
import { addressKey, type DeliveryAddress, parseAddress } from '#domain/orders/address.ts'
import { AddressFields } from '#web/checkout/address-fields.tsx'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { AccountForm, LastResult, Section } from './account-form.tsx'

type SavedAddress = DeliveryAddress & { id: number; isDefault: boolean }

/** Saved addresses, the last used first, each with its buttons. */
export function AddressesSection({ addresses }: { addresses: readonly SavedAddress[] }) {
  const isFull = addresses.length >= MAX_ADDRESSES
  const last = useContext(LastResult)
  // The address whose button failed may have been deleted meanwhile, so its message has no row to stand in.
  const orphan = last && addresses.every(({ id }) => String(id) !== last.values.id) && ROW_INTENTS.includes(last.intent)
  return (
    <Section id="addresses" heading="Addresses">
      {orphan && <FormMessage alert>{last.problems.form}</FormMessage>}
      {addresses.length === 0 && <p className="quiet">Saved addresses are offered at checkout.</p>}
      {addresses.length > 0 && (
        <ul className="lines">
          {addresses.map((address) => (
            <li key={address.id} className="cluster spread top">
              <AddressRow address={address} />
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="quiet">You have saved {MAX_ADDRESSES} addresses. Delete one to add another.</p>
      ) : (
        <LinkButton to="/account?address=new" variant="quiet">
          Add address
        </LinkButton>
      )}
    </Section>
  )
}

const ROW_INTENTS: readonly string[] = ['default-address', 'delete-address']

function AddressRow({ address }: { address: SavedAddress }) {
  const { id, isDefault } = address
  const describedBy = `address-${id}`
  return (
    <>
      <address id={describedBy}>
        <strong>{address.name}</strong>
        {isDefault && <span className="badge">Default</span>}
        <span>{address.address}</span>
        <span>
          {address.city} {address.pincode}
        </span>
        <span>{address.mobileNumber}</span>
      </address>
      <div className="cluster top gap-2">
        <LinkButton to={`/account?address=${id}`} variant="quiet" small aria-describedby={describedBy}>
          Edit
        </LinkButton>
        {!isDefault && (
          <AccountForm
            intent="default-address"
            submit="Make default"
            variant="quiet"
            small
            fields={{ id }}
            describedBy={describedBy}
          />
        )}
        <AccountForm
          intent="delete-address"
          submit="Delete"
          variant="quiet"
          small
          fields={{ id }}
          describedBy={describedBy}
        />
      </div>
    </>
  )
}

/** The form of one address, as at checkout. @param address undefined: a new one */
export function AddressForm({ address }: { address: SavedAddress | undefined }) {
  const last = useContext(LastResult)
  const kept = last?.values ?? address ?? {}
  const heading = address ? 'Edit address' : 'Add address'
  return (
    <section className="page narrow" aria-labelledby="address-heading">
      <h1 id="address-heading">{heading}</h1>
      <AccountForm
        intent={address ? 'edit-address' : 'add-address'}
        submit="Save address"
        page={`/account?address=${address?.id ?? 'new'}`}
        parse={parseAddress}
        {...(address && { fields: { id: address.id, seen: addressKey(address) } })}
      >
        {({ problems }) => (
          <>
            {address === undefined && last?.intent === 'edit-address' && (
              <FormMessage alert>{last.problems.form}</FormMessage>
            )}
            <AddressFields problems={problems} values={kept} />
          </>
        )}
      </AccountForm>
      <p>
        <Link to="/account#addresses">Back to your account</Link>
      </p>
    </section>
  )
}

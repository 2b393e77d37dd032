import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { useRoot, useShopInfo, useWords } from '#web/ui/shop-info.ts'
import { Logo } from './logo.tsx'
import { SellerDetails } from './seller.tsx'

const SHOP = [
  ['Wishlist', '/wishlist'],
  ['Cart', '/cart'],
  ['Contact us', '/contactUs'],
] as const

const HELP = [
  ['Track order', '/track'],
  ['Questions and answers', '/faq'],
  ['Refunds and returns', '/refund-policy'],
  ['Warranty', '/warranty'],
] as const

const SMALL_PRINT = [
  ['Terms and conditions', '/termsAndConditions'],
  ['Privacy', '/privacy'],
] as const

const SOCIAL = [
  { name: 'Instagram', icon: 'instagram' },
  { name: 'Facebook', icon: 'facebook' },
  { name: 'X', icon: 'x' },
] as const

export function SiteFooter() {
  const { menu = [], texts } = useRoot()
  const shop = useShopInfo()
  const { nouns } = useWords()
  const isShown = (address: string) => address !== '' || !shop.hideEmptyLinks
  return (
    <footer className="site-footer">
      <div className="grid grid-small site-footer-inside">
        <div className="stack gap-3 site-footer-about">
          <Logo />
          {texts?.footer && <p>{texts.footer}</p>}
          <ul className="row gap-2">
            {SOCIAL.filter(({ icon }) => isShown(shop[icon])).map(({ name, icon }) => (
              <li key={name}>
                <SocialLink name={name} icon={icon} to={shop[icon]} />
              </li>
            ))}
          </ul>
        </div>
        <FooterLinks
          heading="Shop"
          links={[[`All ${nouns}`, '/allproduct'], ...menu.map(({ label, to }) => [label, to] as const), ...SHOP]}
        />
        <FooterLinks heading="Help" links={HELP} />
        <FooterLinks heading="Small print" links={SMALL_PRINT}>
          {isShown(shop.careers) && (
            <li>{shop.careers ? <a href={shop.careers}>Careers</a> : <Placeholder>Careers</Placeholder>}</li>
          )}
        </FooterLinks>
        <SellerDetails shop={shop} />
        <p className="fine site-footer-copyright">
          {['©', shop.copyrightYear, `${shop.shopName}. All rights reserved.`].filter(Boolean).join(' ')}
        </p>
      </div>
    </footer>
  )
}

type FooterLinksProps = { heading: string; links: readonly (readonly [string, string])[]; children?: ReactNode }

function FooterLinks({ heading, links, children }: FooterLinksProps) {
  return (
    <nav className="stack gap-2 bare" aria-label={heading}>
      <h2 className="label">{heading}</h2>
      <ul>
        {links.map(([label, to]) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  )
}

/** A placeholder as specified, until the shop says where its page is. */
function SocialLink({ name, icon, to }: { name: string; icon: IconName; to: string }) {
  if (to === '')
    return (
      <Placeholder label={name}>
        <Icon name={icon} />
      </Placeholder>
    )
  return (
    <a className="icon-button" href={to} rel="noopener" aria-label={name}>
      <Icon name={icon} />
    </a>
  )
}

/** A link that the specification leaves without a target. */
function Placeholder({ label, children }: { label?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it has no target on purpose
    <a className={label && 'icon-button'} role="link" aria-disabled="true" aria-label={label}>
      {children}
    </a>
  )
}

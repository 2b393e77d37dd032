import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { Logo } from './logo.tsx'

const SHOP = [
  ['All pots', '/allproduct'],
  ['Cart', '/cart'],
  ['Contact us', '/contactUs'],
] as const

const HELP = [
  ['Questions and answers', '/faq'],
  ['Refunds and returns', '/refund-policy'],
  ['Warranty', '/warranty'],
] as const

const SMALL_PRINT = [
  ['Terms and conditions', '/termsAndConditions'],
  ['Privacy', '/privacy'],
] as const

const SOCIAL: readonly { name: string; icon: IconName }[] = [
  { name: 'Instagram', icon: 'instagram' },
  { name: 'Facebook', icon: 'facebook' },
  { name: 'X', icon: 'x' },
]

/** @param slogan empty: none */
export function SiteFooter({ slogan }: { slogan: string }) {
  return (
    <footer className="site-footer">
      <div className="site-footer-inside">
        <div className="site-footer-about">
          <Logo />
          {slogan && <p>{slogan}</p>}
          <ul className="site-footer-social">
            {SOCIAL.map(({ name, icon }) => (
              <li key={name}>
                <Placeholder label={name}>
                  <Icon name={icon} />
                </Placeholder>
              </li>
            ))}
          </ul>
        </div>
        <FooterLinks heading="Shop" links={SHOP} />
        <FooterLinks heading="Help" links={HELP} />
        <FooterLinks heading="Small print" links={SMALL_PRINT}>
          <li>
            <Placeholder>Careers</Placeholder>
          </li>
        </FooterLinks>
        <p className="site-footer-copyright">© 2025 Gamla. All rights reserved.</p>
      </div>
    </footer>
  )
}

type FooterLinksProps = { heading: string; links: readonly (readonly [string, string])[]; children?: ReactNode }

function FooterLinks({ heading, links, children }: FooterLinksProps) {
  return (
    <nav className="site-footer-links" aria-label={heading}>
      <h2>{heading}</h2>
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

/** A link that the specification leaves without a target. */
function Placeholder({ label, children }: { label?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it has no target on purpose
    <a role="link" aria-disabled="true" aria-label={label}>
      {children}
    </a>
  )
}

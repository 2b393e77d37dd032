import { useState } from 'react'
import { data } from 'react-router'
import { chooseFinish } from '#domain/messages.ts'
import { CANCELLATIONS, ORDER_STATUSES } from '#domain/orders/order-state.ts'
import { shopContext } from '#server/contexts.ts'
import { toast } from '#web/client/toast.ts'
import { privatePageMeta } from '#web/page-meta.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button, LinkButton } from '#web/ui/forms/button.tsx'
import { DataNotice } from '#web/ui/forms/data-notice.tsx'
import { CheckboxField, Field, FormMessage } from '#web/ui/forms/field.tsx'
import { Quantity } from '#web/ui/forms/quantity.tsx'
import { RadioPills } from '#web/ui/forms/radio-pills.tsx'
import { Banner } from '#web/ui/home/banner.tsx'
import { Testimonials } from '#web/ui/home/testimonials.tsx'
import { Tips } from '#web/ui/home/tips.tsx'
import { WhyChoose } from '#web/ui/home/why-choose.tsx'
import { ICON_NAMES, Icon } from '#web/ui/icons.tsx'
import { Accordion } from '#web/ui/layout/accordion.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SellerDetails } from '#web/ui/layout/seller.tsx'
import { WarrantyPage } from '#web/ui/layout/text-page.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { CountBadge, DiscountBadge, SoldBadge } from '#web/ui/product/badge.tsx'
import { Highlights } from '#web/ui/product/highlights.tsx'
import { CancellationText, RefundText, StatusText } from '#web/ui/product/order-badges.tsx'
import { OrderCard } from '#web/ui/product/order-card.tsx'
import { Price } from '#web/ui/product/price.tsx'
import { ProductGrid } from '#web/ui/product/product-card.tsx'
import { RecentlyVisited } from '#web/ui/product/recently-visited.tsx'
import { SearchResults } from '#web/ui/product/search-results.tsx'
import { SizeScene } from '#web/ui/product/size-scene.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { SeeAllLink } from '#web/ui/see-all-link.tsx'
import { useWords } from '#web/ui/shop-info.ts'
import { ListSkeleton, ProductGridSkeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import type { Route } from './+types/styleguide'
import { AdminSamples } from './admin.tsx'
import { FINISHES, FilterSample, LONG, ORDER, PRODUCTS, Row, SELLER, SIZES, TurnableGallery } from './samples.tsx'
import { BANNER, PAGE, REASONS, TESTIMONIALS, TIPS } from './text-samples.ts'

/** In production it looks like any unknown page. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(shopContext).config.hasStyleguide) throw data(null, { status: 404 })
  return null
}

export function meta(args: Route.MetaArgs) {
  return privatePageMeta(args, { title: 'Style guide', description: 'Every component in all its states.' })
}

export default function Styleguide() {
  return (
    <>
      <div className="page">
        <h1>Style guide</h1>
      </div>
      <Controls />
      <Choices />
      <Cards />
      <OrderCards />
      <Reading />
      <Toasts />
      <Banner banner={BANNER} />
      <RecentlyVisited products={PRODUCTS} />
      <WhyChoose reasons={REASONS} />
      <Tips tips={TIPS} />
      <Testimonials of={TESTIMONIALS} />
      <AdminSamples />
    </>
  )
}

function Controls() {
  const [dialog, setDialog] = useState(false)
  return (
    <Section heading="Buttons and fields">
      <Row>
        {(['primary', 'quiet', 'danger', 'link'] as const).map((variant) => (
          <Row key={variant}>
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} busy>
              {variant}, busy
            </Button>
            <Button variant={variant} small>
              {variant}, small
            </Button>
          </Row>
        ))}
        <Button disabled>Disabled</Button>
        <LinkButton to="/allproduct">A link</LinkButton>
        <Button variant="quiet" onClick={() => setDialog(true)}>
          Open a dialog
        </Button>
        <Spinner />
      </Row>
      <Dialog open={dialog} onClose={() => setDialog(false)} label="A dialog">
        <h2>A dialog</h2>
        <p>Escape, the button and a click outside all close it.</p>
      </Dialog>
      <div className="form narrow">
        <Field label="Plain" name="plain" hint="With a hint." />
        <Field label="Wrong" name="wrong" defaultValue="12" error="Your pincode must have at least 6 characters." />
        <Field
          label="Doubtful"
          name="doubtful"
          defaultValue="MRP"
          warning="Products without an MRP show no price here."
        />
        <CheckboxField label="Cash on delivery" name="cash" isChecked />
        <Field as="textarea" label="Long" name="long" />
        <Field as="select" label="One of" name="select">
          <option>Grey Stone</option>
          <option>Sandstone</option>
        </Field>
        <FormMessage>Please fix the highlighted fields.</FormMessage>
        <FormMessage tone="good">Saved.</FormMessage>
        <FormMessage tone="plain">Delivery is free.</FormMessage>
        <DataNotice at="signup" />
        <DataNotice at="checkout" />
      </div>
    </Section>
  )
}

function Choices() {
  const [colour, setColour] = useState<string>()
  const [size, setSize] = useState('C02')
  const [quantity, setQuantity] = useState(1)
  const words = useWords()
  return (
    <Section heading="Choices">
      <div className="form">
        <RadioPills
          legend="Size"
          name="size"
          value={size}
          onChange={setSize}
          options={SIZES.slice(0, 4).map(({ code, width }, index) => ({
            value: code,
            label: code,
            note: index === 3 ? 'Sold out' : `${width} cm`,
            isOff: index === 3,
          }))}
        />
        <RadioPills
          legend={words.finishLabel}
          name="colour"
          value={colour}
          onChange={setColour}
          error={colour ? undefined : chooseFinish(words)}
          options={FINISHES.map((finish) => ({ value: finish.name, label: finish.name, swatch: finish }))}
        />
        <div>
          <Quantity
            value={quantity}
            onIncrease={() => setQuantity(quantity + 1)}
            onDecrease={() => setQuantity(quantity - 1)}
          />
        </div>
        <Row>
          <Price price={1999} />
          <DiscountBadge discount={15} />
          <SoldBadge />
          {ORDER_STATUSES.map((status) => (
            <StatusText key={status} status={status} />
          ))}
          {CANCELLATIONS.map((cancel) => (
            <CancellationText key={cancel} cancel={cancel} />
          ))}
          {(['requested', 'pending', 'processed', 'failed'] as const).map((refund) => (
            <RefundText key={refund} order={{ refund, cancel: 'cancelled' }} />
          ))}
          <RefundText order={{ refund: 'processed', refundedPart: 495, cancel: 'none' }} />
          <span className="icon-button">
            <Icon name="cart" />
            <CountBadge count={120} />
          </span>
        </Row>
        <Row>
          {ICON_NAMES.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </Row>
      </div>
    </Section>
  )
}

function Cards() {
  const words = useWords()
  return (
    <>
      <Section heading="Cards">
        <ProductGrid products={PRODUCTS} level={3} />
        <ProductGridSkeleton />
        <EmptyState
          heading={`No ${words.nouns} found`}
          text={`There are no ${words.nouns} here right now.`}
          action={<SeeAllLink />}
        />
        <FilterSample />
        <Pagination page={6} pages={23} hrefFor={(page) => `?page=${page}`} />
      </Section>
      <ListSkeleton heading="A loading list" />
      <ListSkeleton heading="A loading search" sorted={false} />
      <Section heading="Search">
        <div className="styleguide-dropdown">
          <SearchResults id="found" results={PRODUCTS} query="pot" activeId={2} />
        </div>
        <div className="styleguide-dropdown">
          <SearchResults id="nothing" results={[]} query="xyzzy" />
        </div>
      </Section>
    </>
  )
}

function OrderCards() {
  return (
    <Section heading="Orders">
      <div className="order-list">
        <OrderCard order={ORDER} placed="26 Jan 2026, 10:00 am" actions={<Button small>Cancel Order</Button>} />
        <OrderCard order={{ ...ORDER, id: 1002, status: 'pending', cancel: 'requested' }} placed="27 Jan 2026" />
      </div>
    </Section>
  )
}

function Reading() {
  return (
    <>
      <Section heading="Drawings">
        <div className="narrow">
          <QrCode text="https://shop.example" label="QR code of a link" />
        </div>
        <div className="narrow">
          {SIZES.slice(2).map((size) => (
            <SizeScene key={size.code} size={size} finish="Grey Stone" sizes={[size]} />
          ))}
          <Highlights
            items={[
              { icon: 'feather', text: ['Light'] },
              { icon: 'drop', text: ['Drains'] },
            ]}
          />
        </div>
        <div className="narrow">
          <TurnableGallery />
        </div>
      </Section>
      <Section heading="Text">
        <Accordion
          items={[
            { question: 'One?', answer: <p>Opens.</p> },
            { question: 'Two?', answer: <p>Closes one.</p> },
          ]}
        />
      </Section>
      <WarrantyPage page={PAGE} />
      <div className="narrow">
        <SellerDetails shop={SELLER} />
      </div>
    </>
  )
}

function Toasts() {
  const words = useWords()
  return (
    <Section heading="Toasts">
      <Row>
        <Button onClick={() => toast.success('Added to cart')}>Success</Button>
        <Button onClick={() => toast.error(chooseFinish(words))}>Error</Button>
        <Button onClick={() => toast('“Cubee” was deleted.')}>Plain</Button>
        <Button onClick={() => toast(LONG)}>Long</Button>
      </Row>
      <div className="toast error">
        <TryAgain text="Failed to load products" onRetry={() => {}} onClose={() => {}} />
      </div>
    </Section>
  )
}

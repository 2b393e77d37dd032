import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('storefront/home.tsx'),
  route('allproduct', 'storefront/all-products.tsx'),
  route('category/:categoryname', 'storefront/category.tsx'),
  route('productinfo/:id', 'storefront/product.tsx'),
  route('productinfo/:id/request', 'storefront/request-product.ts'),
  route('contactUs', 'storefront/contact.tsx'),
  route('search', 'storefront/search.tsx'),
  route('pincode', 'storefront/pincode.tsx'),
  route('pincode/:pincode', 'checkout/pincode.ts'),

  route('cart', 'checkout/cart.tsx'),
  route('cart/quote', 'checkout/quote.ts'),
  route('cart/terms', 'checkout/terms.ts'),
  route('cart/pay', 'checkout/create-payment.ts'),
  route('cart/paid', 'checkout/confirm-payment.ts'),

  route('orders/:id/confirm/:token', 'orders/confirm.tsx'),
  route('orders/:id/pay', 'orders/pay-now.ts'),

  route('signup', 'account/signup.tsx'),
  route('signup/password', 'account/password-advice.ts'),
  route('login', 'account/login.tsx'),
  route('login/code', 'account/login-code.tsx'),
  route('forgot-password', 'account/forgot-password.tsx'),
  route('reset-password', 'account/reset-password.tsx'),
  route('account/confirm-email', 'account/confirm-email.tsx'),
  route('login/second-factor', 'account/second-factor/second-factor-login.tsx'),
  route('login/passkey', 'account/second-factor/passkey-login.ts'),
  route('account/security', 'account/second-factor/security.tsx'),
  route('account/security/passkey', 'account/second-factor/passkey-setup.ts'),
  route('confirm', 'account/second-factor/confirm.tsx'),
  route('logout', 'account/logout.ts'),
  route('logout/everywhere', 'account/logout-everywhere.ts'),
  route('session', 'account/session.ts'),
  route('account/privacy', 'account/privacy/your-data.tsx'),
  route('account/privacy/download/:token', 'account/privacy/download.ts'),
  route('account/privacy/delete', 'account/privacy/delete-account.tsx'),
  route('account/deleted', 'account/privacy/account-deleted.tsx'),
  route('userDashboard', 'account/user-dashboard.tsx'),
  route('bills/:id', 'orders/bills/bill.tsx'),
  route('bills/:id/pdf', 'orders/bills/bill-pdf.ts'),
  route('orders/:id', 'orders/order.tsx'),
  route('track/:id/:token', 'orders/track.tsx'),
  route('account', 'account/profile/account.tsx'),
  route('account/addresses', 'account/profile/saved-addresses.ts'),

  // The two layouts have no address of their own, so that a form of the first tab finds its action.
  layout('admin/dashboard.tsx', { id: 'admin/adminDashboard' }, [
    route('adminDashboard', 'admin/products/products-tab.tsx', { id: 'admin/products' }),
    route('adminDashboard/orders', 'admin/orders/orders-tab.tsx'),
    route('adminDashboard/invoices', 'admin/billing/invoices-tab.tsx'),
    route('adminDashboard/orders/:id', 'admin/orders/order-page.tsx'),
    route('adminDashboard/overview', 'admin/overview/overview-tab.tsx'),
    route('adminDashboard/users', 'admin/users/users-tab.tsx'),
    route('adminDashboard/requests', 'admin/requests/requests-tab.tsx'),
    route('adminDashboard/messages', 'admin/messages/messages-tab.tsx'),
    route('adminDashboard/cash', 'admin/cash/cash-tab.tsx'),
    route('adminDashboard/emails', 'admin/emails/emails-tab.tsx'),
    route('adminDashboard/audit', 'admin/audit/audit-tab.tsx'),
    route('adminDashboard/sessions', 'admin/sessions/sessions-tab.tsx'),
    route('adminDashboard/import', 'admin/csv/import.tsx'),
    route('adminDashboard/sizes', 'admin/sizes/sizes-tab.tsx'),
    route('adminDashboard/redirects', 'admin/redirects/redirects-tab.tsx'),
    route('adminDashboard/settings', 'admin/settings/settings-tab.tsx'),
    route('adminDashboard/ready', 'admin/ready/ready-tab.tsx'),
  ]),
  route('adminDashboard/export/:table', 'admin/csv/export.ts'),
  route('adminDashboard/packing-slips', 'admin/billing/packing-slips.ts'),
  route('adminDashboard/labels', 'admin/billing/labels.ts'),
  route('adminDashboard/gstr1', 'admin/billing/gstr1.ts'),
  route('adminDashboard/sales-ledger', 'admin/billing/sales-ledger.ts'),
  route('adminDashboard/settings/texts/:name', 'admin/settings/texts/text.tsx'),
  route('adminDashboard/settings/pictures', 'admin/settings/texts/pictures.tsx'),
  ...productForms(''),

  layout('admin/dashboard.tsx', { id: 'admin/sellerDashboard' }, [
    route('sellerDashboard', 'admin/products/products-tab.tsx', { id: 'admin/seller-products' }),
    route('sellerDashboard/orders', 'admin/orders/sales-tab.tsx'),
  ]),
  ...productForms('sellerDashboard/'),

  route('refund-policy', 'pages/refund-policy.tsx'),
  route('termsAndConditions', 'pages/terms-and-conditions.tsx'),
  route('privacy', 'pages/privacy.tsx'),
  route('warranty', 'pages/warranty.tsx'),
  route('faq', 'pages/faq.tsx'),
  route('styleguide', 'styleguide/styleguide.tsx'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig

/** The same files for admins and sellers: the role comes from the session. */
function productForms(base: '' | 'sellerDashboard/') {
  const at = (path: string, file: string) => route(base + path, file, { id: `admin/${base}${path}` })
  return [
    at('addproduct', 'admin/products/new.tsx'),
    at('addproduct/save', 'admin/products/save.ts'),
    at('updateproduct/:id', 'admin/products/edit.tsx'),
    at('updateproduct/:id/save', 'admin/products/save.ts'),
  ]
}

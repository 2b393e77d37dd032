import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/shop/home.tsx'),
  route('allproduct', 'routes/shop/all-products.tsx'),
  route('category/:categoryname', 'routes/shop/category.tsx'),
  route('productinfo/:id', 'routes/shop/product.tsx'),
  route('productinfo/:id/request', 'routes/shop/request-product.ts'),
  route('contactUs', 'routes/shop/contact.tsx'),
  route('search', 'routes/shop/search.tsx'),

  route('cart', 'routes/buy/cart.tsx'),
  route('cart/quote', 'routes/buy/quote.ts'),
  route('cart/pay', 'routes/buy/pay.ts'),
  route('cart/paid', 'routes/buy/paid.ts'),

  route('signup', 'routes/account/signup.tsx'),
  route('login', 'routes/account/login.tsx'),
  route('logout', 'routes/account/logout.ts'),
  route('logout/everywhere', 'routes/account/logout-everywhere.ts'),
  route('session', 'routes/account/session.ts'),
  route('userDashboard', 'routes/account/user-dashboard.tsx'),

  // The two layouts have no address of their own, so that a form of the first tab finds its action.
  layout('routes/back-office/admin-dashboard.tsx', [
    route('adminDashboard', 'routes/back-office/products-tab.tsx'),
    route('adminDashboard/orders', 'routes/back-office/orders-tab.tsx'),
    route('adminDashboard/users', 'routes/back-office/users-tab.tsx'),
    route('adminDashboard/requests', 'routes/back-office/requests-tab.tsx'),
    route('adminDashboard/messages', 'routes/back-office/messages-tab.tsx'),
    route('adminDashboard/letters', 'routes/back-office/letters-tab.tsx'),
    route('adminDashboard/audit', 'routes/back-office/audit-tab.tsx'),
    route('adminDashboard/import', 'routes/back-office/import-products.tsx'),
  ]),
  route('adminDashboard/export/:table', 'routes/back-office/export.ts'),
  route('addproduct', 'routes/back-office/add-product.tsx'),
  route('addproduct/save', 'routes/back-office/save-added.ts'),
  route('updateproduct/:id', 'routes/back-office/update-product.tsx'),
  route('updateproduct/:id/save', 'routes/back-office/save-updated.ts'),

  layout('routes/back-office/seller-dashboard.tsx', [
    route('sellerDashboard', 'routes/back-office/seller-products-tab.tsx'),
    route('sellerDashboard/orders', 'routes/back-office/seller-orders-tab.tsx'),
  ]),
  route('sellerDashboard/addproduct', 'routes/back-office/seller-add-product.tsx'),
  route('sellerDashboard/addproduct/save', 'routes/back-office/seller-save-added.ts'),
  route('sellerDashboard/updateproduct/:id', 'routes/back-office/seller-update-product.tsx'),
  route('sellerDashboard/updateproduct/:id/save', 'routes/back-office/seller-save-updated.ts'),

  route('refund-policy', 'routes/pages/refund-policy.tsx'),
  route('termsAndConditions', 'routes/pages/terms-and-conditions.tsx'),
  route('privacy', 'routes/pages/privacy.tsx'),
  route('warranty', 'routes/pages/warranty.tsx'),
  route('faq', 'routes/pages/faq.tsx'),
  route('pieces', 'routes/pages/pieces.tsx'),
  route('*', 'routes/pages/not-found.tsx'),
] satisfies RouteConfig

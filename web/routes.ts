import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/shop/home.tsx'),
  route('allproduct', 'routes/shop/all-products.tsx'),
  route('category/:categoryname', 'routes/shop/category.tsx'),
  route('productinfo/:id', 'routes/shop/product.tsx'),
  route('productinfo/:id/request', 'routes/shop/request-product.ts'),
  route('search', 'routes/shop/search.tsx'),

  route('cart', 'routes/buy/cart.tsx'),
  route('cart/quote', 'routes/buy/quote.ts'),

  route('signup', 'routes/account/signup.tsx'),
  route('login', 'routes/account/login.tsx'),
  route('logout', 'routes/account/logout.ts'),
  route('session', 'routes/account/session.ts'),
  route('userDashboard', 'routes/account/user-dashboard.tsx'),

  route('refund-policy', 'routes/pages/refund-policy.tsx'),
  route('termsAndConditions', 'routes/pages/terms-and-conditions.tsx'),
  route('privacy', 'routes/pages/privacy.tsx'),
  route('warranty', 'routes/pages/warranty.tsx'),
  route('faq', 'routes/pages/faq.tsx'),
  route('pieces', 'routes/pages/pieces.tsx'),
  route('*', 'routes/pages/not-found.tsx'),
] satisfies RouteConfig

// Replaces React Router's own module in the browser, where nothing is instrumented.

export const consumeInstrumentationClientResultMetaReceiver = () => {}
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = <Router>(router: Router) => router

// Only the server imports these.
export const instrumentHandler = undefined
export const instrumentationResultMetaContext = undefined

/** Calls back once, in its own task, when the element is within half a screen of the viewport. */
export function onNearViewport(element: Element, callBack: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      callBack()
    },
    { rootMargin: '50%' },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

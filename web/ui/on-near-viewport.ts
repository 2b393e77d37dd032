/** Calls back once, as soon as the element is about to come into view; a task of its own either way. */
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

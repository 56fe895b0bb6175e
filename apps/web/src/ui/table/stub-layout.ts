import { vi } from 'vitest'
import { stubBrowser } from '#platform/browser/stub-browser.ts'

/** For tests: jsdom lays nothing out, and a list needs a height to know what is in sight. */
export function stubLayout(scrollHeightPx: number): void {
  stubBrowser()
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(scrollHeightPx)
  Element.prototype.scrollTo = function scrollTo(this: Element, at?: ScrollToOptions | number) {
    this.scrollTop = typeof at === 'object' ? (at.top ?? 0) : (at ?? 0)
    queueMicrotask(() => this.dispatchEvent(new Event('scroll')))
  }
}

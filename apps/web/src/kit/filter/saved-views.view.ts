export interface SavedView {
  name: string
  /** Filters, order and page size as the address has them. */
  address: string
}

export interface SavedViews {
  views: SavedView[]
  /** The view a list opens with when its address asks nothing. */
  opening: string | null
}

export const maxViews = 20

export function viewsFrom(kept: string | null): SavedViews {
  try {
    const value: unknown = JSON.parse(kept ?? '{}')
    if (typeof value !== 'object' || value === null) return { views: [], opening: null }
    const { views, opening } = value as Record<string, unknown>
    const read = (Array.isArray(views) ? views : []).filter(
      (view): view is SavedView => typeof view?.name === 'string' && typeof view?.address === 'string',
    )
    return { views: read.slice(0, maxViews), opening: read.some((view) => view.name === opening) ? String(opening) : null }
  } catch {
    return { views: [], opening: null }
  }
}

/** A view of the same name is replaced; beyond the limit the oldest goes. */
export function withView(kept: SavedViews, view: SavedView): SavedViews {
  const views = [...kept.views.filter(({ name }) => name !== view.name), view].slice(-maxViews)
  return { views, opening: views.some(({ name }) => name === kept.opening) ? kept.opening : null }
}

export function withoutView(kept: SavedViews, name: string): SavedViews {
  return { views: kept.views.filter((view) => view.name !== name), opening: kept.opening === name ? null : kept.opening }
}

export function openingAddress({ views, opening }: SavedViews): string | null {
  return views.find(({ name }) => name === opening)?.address ?? null
}

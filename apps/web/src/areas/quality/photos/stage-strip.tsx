import { photoStage, photoStageText } from '@chauffeur/contract/quality/photo-model'
import { tr } from '#platform/text/text.ts'
import { type FullPhoto, isGrave, kindWords, verdictWords } from './photo.view.ts'

/** The pictures of the order, small, in the course of the trip. */
export function StageStrip({ photos, at, onGo }: { photos: readonly FullPhoto[]; at: number; onGo: (to: number) => void }) {
  return (
    <div className="photo-strip">
      {photoStage.options.map((stage) => {
        const of = photos.flatMap((photo, index) => (photo.stage === stage ? [{ photo, index }] : []))
        return of.length === 0 ? null : (
          <section key={stage} aria-label={tr(photoStageText[stage])}>
            <h3>{tr(photoStageText[stage])}</h3>
            <ol>
              {of.map(({ photo, index }) => (
                <li key={photo.fileId}>
                  <button
                    type="button"
                    aria-current={index === at}
                    aria-label={`${kindWords(photo)} ${verdictWords(photo)}`}
                    title={`${kindWords(photo)} · ${verdictWords(photo)}`}
                    data-verdict={photo.verdict}
                    data-grave={photo.flags.some(isGrave)}
                    onClick={() => onGo(index)}
                  >
                    {photo.thumbUrl ? <img src={photo.thumbUrl} alt="" /> : null}
                  </button>
                  <span>{kindWords(photo)}</span>
                </li>
              ))}
            </ol>
          </section>
        )
      })}
    </div>
  )
}

import { sumOf } from '../numbers.ts';
import { type PathPiece, differencesIn, isFromRight, piecesOf, readablePath, widthOf } from './path-text.ts';

/** Where each path of a list begins to differ from the others. */
export type Differences = ReadonlyMap<string, number>;

export const differencesOf = (pages: readonly { readonly pagePath: string }[]): Differences =>
  differencesIn(pages.map(({ pagePath }) => readablePath(pagePath)));

type Props = {
  readonly path: string;
  /** Of the list that it stands in: where it differs from the others is not cut. */
  readonly differences?: Differences;
};

/** A path of a page: readable, cut in the middle where there is no room, in full while its link has the focus. */
export function Path({ path, differences }: Props) {
  const text = readablePath(path);
  const pieces = piecesOf(text, differences?.get(text));
  const [kept, cut] = [widthIn(pieces, false), widthIn(pieces, true)];
  const styleOf = ({ text: own }: PathPiece) => ({
    maxWidth: `calc((100% - ${kept}.2ch) * ${(widthOf(own) / cut).toFixed(4)})`,
  });
  return (
    <bdi class="path mono" dir="ltr" title={path}>
      {pieces.map((piece, at) =>
        piece.isCut ? (
          <span key={at} class="cut" style={styleOf(piece)}>
            <PieceText {...piece} />
          </span>
        ) : (
          <PieceText key={at} {...piece} />
        ),
      )}
    </bdi>
  );
}

const widthIn = (pieces: readonly PathPiece[], isCut: boolean) =>
  sumOf(pieces, (piece) => (piece.isCut === isCut ? widthOf(piece.text) : 0));

/** The parts of a path stand from left to right, whatever they are written in. */
function PieceText({ text }: PathPiece) {
  if (!isFromRight(text)) return <>{text}</>;
  return (
    <>
      {text.split(/([/?&=])/).map((part, at) => (
        <bdi key={at}>{part}</bdi>
      ))}
    </>
  );
}

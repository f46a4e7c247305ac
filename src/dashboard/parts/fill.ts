/** How a part of a bar is drawn: the parts are told apart without colour. */
export type Fill = 'full' | 'pale' | 'empty';

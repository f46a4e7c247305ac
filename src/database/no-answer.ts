/** The database has not answered in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(withinMs: number) {
    super(`the database did not answer within ${Math.round(withinMs)} ms`);
  }
}

/** The result of the work, or NoAnswer if it takes longer. The work goes on, and what becomes of it is ignored. */
export async function answerWithin<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  if (ms === Infinity) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new NoAnswer(ms));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

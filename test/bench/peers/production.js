// Imported before everything else: graphql-js, Apollo and Grafast read this when they are loaded, and are slower without.
process.env.NODE_ENV ??= 'production';
process.env.GRAPHILE_ENV ??= 'production';

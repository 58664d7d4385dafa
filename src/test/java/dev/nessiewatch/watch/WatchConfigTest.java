// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.nessiewatch.lake.TableKey;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatchConfigTest {
    @Test
    void hasTheDocumentedDefaults() {
        WatchConfig watch = config(Map.of()).getConfigMapping(WatchConfig.class);
        assertThat(watch.references()).containsExactly("main");
        assertThat(watch.period()).isEqualTo(Duration.ofSeconds(5));
        assertThat(watch.exclude()).containsExactly(".*__dbt_tmp.*", ".*__dbt_backup.*");
        assertThat(watch.heartbeat()).isEqualTo(Duration.ofMinutes(10));
        assertThat(TailLimits.of(watch)).isEqualTo(new TailLimits(250, 20, 100_000, 500));
        NessieConfig nessie = config(Map.of()).getConfigMapping(NessieConfig.class);
        assertThat(nessie.uri()).isEqualTo(URI.create("http://localhost:19120/api/v2"));
        assertThat(nessie.properties()).isEmpty();
        assertThat(nessie.catalog()).isEqualTo("nessie");
    }

    @Test
    void passesQuotedClientSettingsOn() {
        NessieConfig nessie = config(Map.of("nessiewatch.nessie.properties.\"nessie.authentication.type\"", "BEARER"))
                .getConfigMapping(NessieConfig.class);
        assertThat(nessie.properties()).containsExactly(Map.entry("nessie.authentication.type", "BEARER"));
    }

    @Test
    void readsAnEscapedCommaAsPartOfAnExpression() {
        WatchConfig watch = config(Map.of(
                        "nessiewatch.watch.exclude", "x{1\\,2},y",
                        "nessiewatch.watch.references", "main,feature/a/b.c"))
                .getConfigMapping(WatchConfig.class);
        assertThat(watch.exclude()).containsExactly("x{1,2}", "y");
        assertThat(watch.references()).containsExactly("main", "feature/a/b.c");
    }

    @Test
    void refusesLimitsBelowOne() {
        WatchConfig watch = config(Map.of("nessiewatch.watch.log-pages", "0")).getConfigMapping(WatchConfig.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TailLimits.of(watch))
                .withMessage("nessiewatch.watch.log-pages must be at least 1, not 0");
    }

    @Test
    void excludesMatchTheWholeLastElementOnly() {
        Excludes excludes = new Excludes(List.of(".*__dbt_tmp.*", "tmp"));
        assertThat(excludes.matches(TableKey.of("a", "x__dbt_tmp_20260101"))).isTrue();
        assertThat(excludes.matches(TableKey.of("a", "tmp"))).isTrue();
        assertThat(excludes.matches(TableKey.of("a", "tmp2"))).isFalse();
        assertThat(excludes.matches(TableKey.of("tmp", "x__dbt_tmp", "orders"))).isFalse();
        assertThat(excludes.matches(TableKey.of("a", "line\nbreak__dbt_tmp"))).isTrue();
        assertThat(new Excludes(List.of("(?!)")).matches(TableKey.of("a", ""))).isFalse();
    }

    @Test
    void namesAnExpressionThatCannotBeRead() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Excludes(List.of("ok", "(unclosed")))
                .withMessageContaining("nessiewatch.watch.exclude: '(unclosed' is not a regular expression");
    }

    private static SmallRyeConfig config(Map<String, String> values) {
        return new SmallRyeConfigBuilder()
                .withMapping(WatchConfig.class)
                .withMapping(NessieConfig.class)
                .withSources(new PropertiesConfigSource(values, "test", 500))
                .build();
    }
}

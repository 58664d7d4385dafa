// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.OutsideText;
import java.net.URI;
import org.projectnessie.client.auth.oauth2.OAuth2Exception;
import org.projectnessie.client.http.HttpClientReadTimeoutException;
import org.projectnessie.client.http.HttpClientResponseException;
import org.projectnessie.client.http.NessieApiCompatibilityException;
import org.projectnessie.client.rest.NessieServiceException;
import org.projectnessie.error.BaseNessieClientServerException;
import org.projectnessie.error.NessieRuntimeException;

/** Turns what the Nessie client throws into one clear line each: which address, what happened, what to check. */
final class NessieFailures {
    private static final String TOKENS = OAuth2Exception.class.getPackageName() + ".";
    private static final int LONGEST = 300;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int BAD_REQUEST = 400;
    private static final int TOO_MANY_REQUESTS = 429;

    private final String address;

    NessieFailures(URI uri) {
        this.address = OutsideText.one(uri.toString(), LONGEST);
    }

    /** Whether the server, or the one that gives out tokens, refused who we are. */
    static boolean isAboutIdentity(Exception e) {
        return isAboutToken(e) || status(e) == UNAUTHORIZED;
    }

    /** The client has no type for a token that did not come; where it was thrown tells. */
    private static boolean isAboutToken(Exception e) {
        StackTraceElement[] frames = e.getStackTrace();
        return e instanceof OAuth2Exception
                || (frames.length > 0 && frames[0].getClassName().startsWith(TOKENS));
    }

    CommitLogException unavailable(String what, Exception e) {
        String line = "Nessie at " + address + " " + trouble(e) + " when asked for " + what + ": " + detail(e) + ". "
                + remedy(e);
        return new CommitLogException(CommitLogException.Kind.UNAVAILABLE, line);
    }

    CommitLogException incomplete(String what, String missing) {
        String line = "Nessie at " + address + " answered " + what + " without " + missing
                + ". Check that this service may read all keys, and the server's version (0.61 or newer).";
        return new CommitLogException(CommitLogException.Kind.UNAVAILABLE, line);
    }

    CommitLogException referenceMissing(String reference) {
        String line = "Nessie at " + address + " has no reference '" + OutsideText.one(reference, LONGEST)
                + "'. Check nessiewatch.watch.references.";
        return new CommitLogException(CommitLogException.Kind.REFERENCE_MISSING, line);
    }

    CommitLogException hashUnreadable(CommitLog.At at) {
        String line = "Nessie at " + address + " cannot read commit " + at.hash() + " of '"
                + OutsideText.one(at.reference(), LONGEST)
                + "': the reference or the commit was removed meanwhile. The next look starts from HEAD.";
        return new CommitLogException(CommitLogException.Kind.HASH_UNREADABLE, line);
    }

    private static String trouble(Exception e) {
        if (isAboutToken(e)) {
            return "could not be asked, because no access token was given out,";
        }
        if (e instanceof HttpClientReadTimeoutException) {
            return "took too long";
        }
        if (e instanceof NessieApiCompatibilityException) {
            return "speaks another version of the API";
        }
        return switch (status(e)) {
            case 0 -> "gave no usable answer";
            case UNAUTHORIZED -> "refused the credentials (401)";
            case FORBIDDEN -> "denied access (403)";
            case TOO_MANY_REQUESTS -> "asked to slow down (429)";
            default -> "answered " + status(e);
        };
    }

    private static String remedy(Exception e) {
        if (isAboutIdentity(e)) {
            return "Check nessie.authentication.* under nessiewatch.nessie.properties.";
        }
        if (e instanceof NessieApiCompatibilityException) {
            return "Check that nessiewatch.nessie.uri ends in /api/v2.";
        }
        return switch (status(e)) {
            case 0 -> "Check nessiewatch.nessie.uri, the network and the server; the next look asks again.";
            case BAD_REQUEST -> "Check nessiewatch.watch.references and the server's version.";
            case FORBIDDEN -> "Check what the server lets this service read.";
            case NOT_FOUND ->
                "This is not Nessie's own answer: check nessiewatch.nessie.uri, it usually ends in /api/v2.";
            default -> "Check the server; the next look asks again.";
        };
    }

    /** HTTP status behind an exception; 0 when there was no answer. */
    private static int status(Exception e) {
        if (e instanceof NessieServiceException service) {
            return service.getError().getStatus();
        }
        if (e instanceof NessieRuntimeException model) {
            return model.getError().getStatus();
        }
        if (e instanceof BaseNessieClientServerException model) {
            return model.getStatus();
        }
        if (e instanceof HttpClientResponseException response) {
            return response.getStatus().getCode();
        }
        return 0;
    }

    /** The innermost cause in words; the outer ones only repeat it. */
    private static String detail(Exception e) {
        Throwable cause = e;
        for (int depth = 0; depth < 20 && cause.getCause() != null; depth++) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        String name = cause.getClass().getSimpleName();
        String text = message == null || message.isBlank() ? name : name + ": " + message;
        String plain = OutsideText.one(text, LONGEST);
        return plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain;
    }
}
